import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./settings.ts";
import { workspacePackages } from "./workspace-packages.ts";

const stampFile = join(root, "node_modules", ".hearth-web-built");
/** The web app's folder. */
export const webDir = join(root, "apps", "web");
/** The folder of the passkey wallet's page. */
export const walletDir = join(root, "apps", "wallet");
/** The folders whose pages Vite builds into `dist`: the app, and the passkey wallet on an origin of its own. */
export const pageDirs = [webDir, walletDir];
/** Vite's program, to run with Node in those folders. */
export const viteProgram = join(webDir, "node_modules", "vite", "bin", "vite.js");

/** Runs `build` for each folder of pages, unless the last build was made from the same sources. Returns whether it ran. */
export async function buildWebWhenChanged(build: (folder: string) => Promise<void>): Promise<boolean> {
  const fingerprint = await fingerprintOfPages(root);
  const built = await readFile(stampFile, "utf8").catch(() => "");
  if (built === fingerprint && pageDirs.every((folder) => existsSync(join(folder, "dist", "index.html")))) return false;
  for (const folder of pageDirs) await build(folder);
  await writeFile(stampFile, fingerprint);
  return true;
}

/** Returns a hash of all sources of the built pages, for the project in that folder. */
export async function fingerprintOfPages(project: string): Promise<string> {
  const patterns = [
    "apps/{web,wallet}/{index.html,package.json,tsconfig.json,vite.config.ts}",
    "apps/{web,wallet}/{build,src,public}/**",
    ...workspacePackages(project, "apps/web").flatMap((folder) => [`${folder}/package.json`, `${folder}/src/**`]),
    "pnpm-lock.yaml",
  ];
  const files: string[] = [];
  for await (const entry of glob(patterns, { cwd: project, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !/\.(gen|test)\.tsx?$/.test(path)) files.push(path);
  }
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(file));
  return hash.digest("hex");
}
