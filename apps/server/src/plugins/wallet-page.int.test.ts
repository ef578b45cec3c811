import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, startHarness } from "../testing/harness.ts";
import { readWalletFiles } from "./wallet-page.ts";
import { hashWalletPage } from "./wallet-page-hash.ts";

const app = "https://hearth.example";
const wallet = "https://wallet.hearth.example";
let harness: Harness;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hearth-wallet-page-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), '<meta name="app-origin" content="" /><script src="/assets/index-1.js"></script>');
  await writeFile(join(folder, "assets", "index-1.js"), "1;");
  await writeFile(join(folder, "assets", "index-1.js.br"), "packed");
  harness = await startHarness({ env: { PUBLIC_ORIGIN: app, WALLET_ORIGIN: wallet, WALLET_DIST: folder } });
});
afterAll(async () => {
  await harness.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, host = "wallet.hearth.example", headers = {}) => harness.app.inject({ url, headers: { host, ...headers } });

describe("the host of the passkey wallet", () => {
  it("serves its page, which names the app's origin and may be framed by it alone", async () => {
    const { body, headers, statusCode } = await get("/?window=1");
    expect([statusCode, body]).toEqual([200, `<meta name="app-origin" content="${app}" /><script src="/assets/index-1.js"></script>`]);
    expect(headers["content-security-policy"]).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; frame-ancestors ${app}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`,
    );
    expect(headers).not.toHaveProperty("x-frame-options");
    expect(headers).toMatchObject({ "cache-control": "no-cache", "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" });
  });

  it("is published with a hash over its files, without their compressed copies and the app's origin", async () => {
    const files = await readWalletFiles(folder);
    const sum = (content: Buffer | string) => createHash("sha256").update(content).digest("hex");
    const [script, page] = ["/assets/index-1.js", "/index.html"].map((path) => sum(files.get(path) ?? ""));
    expect(hashWalletPage(files)).toBe(sum(`${script}  ./assets/index-1.js\n${page}  ./index.html\n`));
    expect(hashWalletPage(new Map())).toBeNull();
  });

  it("serves its files compressed and for good", async () => {
    const { body, headers } = await get("/assets/index-1.js", undefined, { "accept-encoding": "br" });
    expect([body, headers["content-type"]]).toEqual(["packed", "text/javascript; charset=utf-8"]);
    expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  });

  it.each([
    "/login",
    "/index.html",
    "/trpc/auth.me",
    "/api/merchants",
    "/health/live",
    "/.well-known/webauthn",
    "/docs",
    "//",
    "/%2e%2e/package.json",
  ])("answers %s with 404, because a page of the app there could use the wallet's passkeys", async (url) =>
    expect((await get(url)).statusCode).toBe(404),
  );

  it("is found by its name with and without the app's proxy, and no request is written there", async () => {
    expect((await harness.app.inject({ method: "POST", url: "/", headers: { host: "wallet.hearth.example" } })).statusCode).toBe(404);
    expect((await get("/", "hearth.example")).body).not.toContain("app-origin");
  });
});

it("the app's own pages may frame the wallet's page, and let it use passkeys", async () => {
  const { headers } = await get("/health/live", "hearth.example");
  expect(headers["content-security-policy"]).toContain(`frame-src https://keys.coinbase.com ${wallet};`);
  expect(headers["permissions-policy"]).toContain(`publickey-credentials-get=(self "${wallet}")`);
  expect(headers["x-frame-options"]).toBe("DENY");
});
