import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root } from "../launch/settings.ts";
import type { Defect } from "./defect.ts";

const leftOut = new Set([".git", ".data", "dist", "coverage", "test-results", "playwright-report", ".tanstack"]);

/** A throw-away copy of the whole tree, in which a defect can be planted and removed. */
export interface Copy {
  folder: string;
  /** Plants a defect. Returns a function that removes it, or the reason why it could not be planted: its place is missing or ambiguous. */
  plant(defect: Defect): Promise<(() => Promise<void>) | string>;
  remove(): Promise<void>;
}

/** Copies the tree. Installed packages are linked, except the links between workspaces, which point to the copies. */
export async function copyTree(): Promise<Copy> {
  const folder = await mkdtemp(join(tmpdir(), "hearth-defects-"));
  const isCopied = (path: string) => {
    const parts = relative(root, path).split(/[\\/]/);
    return parts[0] !== "node_modules" && !parts.some((part) => leftOut.has(part));
  };
  await cp(root, folder, { recursive: true, verbatimSymlinks: true, filter: isCopied });
  await symlink(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  return {
    folder,
    plant: async ({ file, find, plant }) => {
      const path = join(folder, file);
      const sound = await readFile(path, "utf8");
      const places = sound.split(find).length - 1;
      if (places !== 1) return `${file} contains its place ${places} times instead of once`;
      await writeFile(
        path,
        sound.replace(find, () => plant),
      );
      return () => writeFile(path, sound);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
