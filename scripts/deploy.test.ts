import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");

interface Service {
  image: string;
  build?: string;
  user?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  privileged?: boolean;
  pids_limit?: number;
  mem_limit?: string;
  ports?: string[];
  volumes?: string[];
  secrets?: string[];
  environment?: Record<string, string>;
}
interface Compose {
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
}
const { services, secrets }: Compose = parse(read("compose.yaml"), { merge: true });

/** A version of three numbers, or two where the image's versions have two. A digest may follow, as docs/operating.md describes. */
const exactVersion = /^[\w./-]+:v?\d+\.\d+(\.\d+)?(-[\w.-]+)?(@sha256:[0-9a-f]{64})?$/;

describe("compose.yaml", () => {
  it.each(Object.entries(services))("confines %s", (name, { user, privileged, cap_add = [], volumes = [], ...confined }) => {
    expect(confined).toMatchObject({ read_only: true, cap_drop: ["ALL"], security_opt: ["no-new-privileges:true"] });
    expect([privileged, confined.pids_limit, confined.mem_limit]).toEqual([
      undefined,
      expect.any(Number),
      expect.stringMatching(/^\d+[mg]$/),
    ]);
    if (name === "proxy") expect([user, cap_add]).toEqual([undefined, ["NET_BIND_SERVICE"]]);
    else expect([user, cap_add]).toEqual([expect.stringMatching(/^(?!root|0(:|$))/), []]);
    expect(volumes.filter((volume) => volume.startsWith("/") || volume.includes("docker.sock"))).toEqual([]);
  });

  it("names an exact version of every image that is not built here", () => {
    const pulled = Object.values(services).filter(({ build }) => build === undefined);
    expect(pulled.length).toBe(5);
    expect(pulled.filter(({ image }) => !exactVersion.test(image))).toEqual([]);
  });

  it("opens no port to other machines except the proxy's", () => {
    const open = Object.entries(services).filter(([, { ports = [] }]) => ports.some((port) => !port.startsWith("127.0.0.1:")));
    expect(open.map(([name]) => name)).toEqual(["proxy"]);
  });

  it("has no password of its own: each is in a file that deploy/make-secrets makes", () => {
    const variables = Object.values(services).flatMap(({ environment = {} }) => Object.entries(environment));
    const secret = variables.filter(([name]) => /PASSWORD|SECRET|TOKEN|KEY|DATABASE_URL/.test(name));
    expect(secret.length).toBeGreaterThan(4);
    expect(secret.filter(([name, value]) => !name.endsWith("_FILE") || !value.startsWith("/run/secrets/"))).toEqual([]);
    expect(services["grafana"]?.environment).toHaveProperty("GF_SECURITY_ADMIN_PASSWORD__FILE");
    const made = read("deploy/make-secrets");
    expect(Object.values(secrets).filter(({ file }) => !made.includes(`[ -e ${file.split("/").at(-1)} ]`))).toEqual([]);
  });

  it("gives the relayer's key to the worker alone", () => {
    const holders = Object.entries(services).filter(
      ([, { secrets: given = [], environment = {} }]) =>
        given.includes("relayer-key") || Object.keys(environment).some((name) => /RELAYER/.test(name)),
    );
    expect(holders.map(([name]) => name)).toEqual(["worker"]);
    expect(read("compose.yaml").match(/RELAYER_PRIVATE_KEY(?!_FILE)/g)).toBeNull();
  });
});

it("the image is built on an exact version, and runs as a user without rights", () => {
  const dockerfile = read("Dockerfile");
  const bases = [...dockerfile.matchAll(/^(?:ARG NODE_IMAGE=|FROM )(\S+)/gm)].map(([, base = ""]) => base);
  expect(bases.filter((base) => !["${NODE_IMAGE}", "source"].includes(base) && !exactVersion.test(base))).toEqual([]);
  expect(dockerfile).toMatch(/^USER 10001:10001$/m);
});

describe("the systemd units", () => {
  it("read the relayer's key only for the worker", () => {
    const files = globSync("deploy/systemd/**/*.{service,conf}", { cwd: root });
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((file) => /worker\.env|RELAYER/.test(read(file)))).toEqual(["deploy/systemd/hearth-worker.service"]);
  });

  it("confine every process", () => {
    const confined = read("deploy/systemd/hearth-.service.d/common.conf").split("\n");
    const rules = ["User=hearth", "NoNewPrivileges=yes", "ProtectSystem=strict", "PrivateTmp=yes", "CapabilityBoundingSet=", "UMask=0077"];
    expect(rules.filter((rule) => !confined.includes(rule))).toEqual([]);
  });
});

it("package.json names the package manager with the hash of its file", () => {
  expect(JSON.parse(read("package.json")).packageManager).toMatch(/^pnpm@\d+\.\d+\.\d+\+sha512\.[0-9a-f]{128}$/);
});
