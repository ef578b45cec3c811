import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./settings.ts";
import { workspacePackages } from "./workspace-packages.ts";

const stampFile = join(root, "node_modules", ".hearth-web-built");
export const webDir = join(root, "apps", "web");
/** Vite's program, to run with Node in that folder. */
export const viteProgram = join(webDir, "node_modules", "vite", "bin", "vite.js");

/** Runs `build` unless the last build was made from the same sources. Returns whether it ran. */
export async function buildWebWhenChanged(build: () => Promise<void>): Promise<boolean> {
  const fingerprint = await fingerprintOfPages(root);
  const built = await readFile(stampFile, "utf8").catch(() => "");
  if (built === fingerprint && existsSync(join(webDir, "dist", "index.html"))) return false;
  await build();
  await writeFile(stampFile, fingerprint);
  return true;
}

/** Returns a hash of all sources of the built pages, for the project in that folder. */
export async function fingerprintOfPages(project: string): Promise<string> {
  const patterns = [
    "apps/web/{index.html,package.json,tsconfig.json,vite.config.ts}",
    "apps/web/{build,src,public}/**",
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
