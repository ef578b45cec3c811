import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sentenceAbout, unmetNeeds } from "./needs.mjs";
import { tools } from "./tools.mjs";

/** A folder that contains these programs and nothing else. */
async function folderWith(...programs: string[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "hearth-needs-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const program of programs) {
    await writeFile(join(folder, program), "");
    await chmod(join(folder, program), 0o755);
  }
  return folder;
}

async function about(tool: string, args: string[], system: { path: string; uid: number }): Promise<string | null> {
  return sentenceAbout(tool, await unmetNeeds(tools[tool]?.needs?.(args) ?? {}, system));
}

test("names every missing Debian package in one sentence", async () => {
  const path = await folderWith("git", "setpriv", "caddy");
  expect(await about("drill", [], { path, uid: 0 })).toBe(
    "npm run drill lacks the Debian packages mmdebstrap, buildah, pgbouncer, prometheus, systemd: run apt-get install mmdebstrap buildah pgbouncer prometheus systemd, or run only npm run drill -- version-before point-in-time heartbeats.",
  );
});

test("says that root is missing together with the packages", async () => {
  const path = await folderWith("git", "setpriv", "caddy", "mmdebstrap", "pgbouncer", "prometheus", "systemd-analyze");
  expect(await about("drill", ["life"], { path, uid: 1000 })).toContain(
    "lacks root and the Debian package buildah: run sudo apt-get install buildah",
  );
});

test("asks for nothing that the chosen parts of the drill do not use", async () => {
  const path = await folderWith();
  expect(await about("drill", ["point-in-time", "heartbeats"], { path, uid: 1000 })).toBeNull();
  expect(await about("drill", ["version-before"], { path, uid: 1000 })).toContain("the Debian package git");
});

test("does not count a file that cannot be run as a program", async () => {
  const path = await folderWith("ps");
  await chmod(join(path, "ps"), 0o644);
  expect(await about("bench", [], { path, uid: process.getuid?.() ?? 0 })).toContain("procps");
});

test("says to start the product when none answers, and nothing when one does", async () => {
  const server = createServer((_, response) => response.end("ok"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const product = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  expect(sentenceAbout("screens", await unmetNeeds({ product }))).toBeNull();
  await new Promise((resolve) => server.close(resolve));
  expect(sentenceAbout("screens", await unmetNeeds({ product }))).toBe(
    `npm run screens needs a running product, and none answers at ${product}: run npm start in another terminal first, or set HEARTH_URL to its address.`,
  );
});

test("every script of package.json installs its packages first", () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8"));
  for (const [name, command] of Object.entries(scripts)) {
    const [, file = "", tool] = /^node scripts\/(\S+\.mjs)(?: (\S+))?$/.exec(command) ?? [];
    if (file === "tool.mjs") expect(tools[tool ?? ""], `package.json: ${name}`).toBeDefined();
    else expect(readFileSync(join(import.meta.dirname, file), "utf8"), `package.json: ${name}`).toContain("await installAndRun(");
  }
});
