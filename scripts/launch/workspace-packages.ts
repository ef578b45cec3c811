import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The folders below `packages/` that an app (`apps/web`) runs code of: those that its package.json depends on, those that these depend on, and so
 * on. What it takes from another app are types, as the lint rules hold.
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
