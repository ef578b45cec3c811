import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

/**
 * Reports the path of each file below a folder that changes, appears or disappears. Returns a function that stops watching.
 *
 * Watches each folder, not each file: editors and git replace a file when they save it. Node's recursive watch on Linux then keeps watching the
 * old file.
 */
export function watchTree(folder: string, onChange: (path: string) => void, onError: (error: Error) => void): () => void {
  const watchers = new Map<string, FSWatcher>();

  const forget = (path: string): void => {
    for (const [watched, watcher] of watchers) {
      if (watched !== path && !watched.startsWith(join(path, "/"))) continue;
      watcher.close();
      watchers.delete(watched);
    }
  };
  const follow = (path: string): void => {
    const watcher = watch(path, (event, name) => {
      if (name === null) return;
      const changed = join(path, name);
      if (event === "rename") renew(changed);
      onChange(changed);
    });
    watcher.on("error", onError);
    watchers.set(path, watcher);
    for (const entry of readdirSync(path, { withFileTypes: true })) if (entry.isDirectory()) follow(join(path, entry.name));
  };
  /** Watches the path if it is now a new or another folder. */
  const renew = (path: string): void => {
    forget(path);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return;
    try {
      follow(path);
    } catch {
      // The file disappeared meanwhile.
    }
  };

  follow(folder);
  return () => forget(folder);
}
