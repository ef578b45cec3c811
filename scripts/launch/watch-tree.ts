import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

/**
 * Tells the path of each file below a folder that changes, appears or goes; what is answered ends that.
 *
 * Watches each folder, not each file: editors and git save by putting a new file in the old one's place, and Node's own recursive watch then goes
 * on looking at the old one (on Linux).
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
  /** What has this name now may be a folder that was not there before, or is another one. */
  const renew = (path: string): void => {
    forget(path);
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return;
    try {
      follow(path);
    } catch {
      // It has gone meanwhile.
    }
  };

  follow(folder);
  return () => forget(folder);
}
