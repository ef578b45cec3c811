import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readWalletFiles } from "../../apps/server/src/plugins/wallet-page.ts";
import { hashWalletPage } from "../../apps/server/src/plugins/wallet-page-hash.ts";
import { buildWebWhenChanged, viteProgram, walletDir } from "../launch/web-build.ts";
import { type Check, type Outcome, run } from "./run.ts";

/** Checks that the web pages can be built. Also generates the list of routes that the type check needs. */
export const build: Check = { name: "build", run: buildPages };

/** Builds the web pages when their sources changed. Then builds the passkey wallet's page once more, and expects the same bytes. */
export async function buildPages(): Promise<Outcome> {
  let output = "";
  const failure = new Error("The web pages could not be built.");
  try {
    const buildIn = async (folder: string, ...options: string[]) => {
      const env = { ...process.env, NODE_ENV: "production" };
      const result = await run(process.execPath, [viteProgram, "build", ...options], { cwd: folder, env });
      output += result.output;
      if (result.code !== 0) throw failure;
    };
    const isNew = await buildWebWhenChanged((folder) => buildIn(folder));
    const hash = hashWalletPage(await readWalletFiles(join(walletDir, "dist")));
    process.stdout.write(`The passkey wallet's page has the SHA-256 ${hash}\n`);
    if (isNew && hash !== (await hashOfAnotherBuild(buildIn))) throw new Error("Two builds of the passkey wallet's page differ.");
    return { passed: 1, failed: 0 };
  } catch (error) {
    return { passed: 0, failed: 1, output: `${String(error)}\n${output}` };
  }
}

/** Builds the passkey wallet's page into a folder of its own. Returns the hash of its files. */
async function hashOfAnotherBuild(buildIn: (folder: string, ...options: string[]) => Promise<void>): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "hearth-wallet-build-"));
  try {
    await buildIn(walletDir, "--outDir", folder, "--emptyOutDir");
    return hashWalletPage(await readWalletFiles(folder));
  } finally {
    await rm(folder, { recursive: true });
  }
}
