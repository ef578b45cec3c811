import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the folders below `packages/` whose code an app (`apps/web`) runs: its dependencies in package.json, their dependencies, and so
 * on. From other apps it imports only types, which the lint rules ensure.
 */
export function workspacePackages(root: string, app: string): string[] {
  const found = new Set<string>();
  const follow = (folder: string): void => {
    const { dependencies = {} }: { dependencies?: Record<string, string> } = JSON.parse(
      readFileSync(join(root, folder, "package.json"), "utf8"),
    );
    for (const name of Object.keys(dependencies)) {
      const next = name.replace(/^@hearth\//, "packages/");
      if (next === name || found.has(next) || !existsSync(join(root, next))) continue;
      found.add(next);
      follow(next);
    }
  };
  follow(app);
  return [...found].toSorted();
}
