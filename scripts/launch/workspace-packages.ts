import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the folders below `packages/` whose code an app (`apps/web`) runs: the direct and indirect dependencies of its package.json. Lint rules
 * ensure that an app imports only types from another app.
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
