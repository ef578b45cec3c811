import { resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Part } from "./part.ts";
import { explain } from "./user-facing-error.ts";
import { root } from "./settings.ts";
import type { Running } from "./supervisor.ts";
import { watchTree } from "./watch-tree.ts";

/** Milliseconds without a change after which a set of changes is complete. Editors write a file in several steps, and git changes many files at once. */
const settleMs = 80;
const matters = /\.(ts|json|md|sql)$/;
const testsOnly = /\.test(-d)?\.ts$|(^|[\\/])testing[\\/]/;

/** Options for a part that restarts on each change. */
export interface ReloadOptions {
  /** The watched folders, as paths from the project's root. */
  folders: string[];
  start: () => Promise<Part>;
  /** Resolves when the part is ready, rejects when it fails to start. */
  ready: (part: Part) => Promise<void>;
  /** Runs before each restart, for example migrations. The part starts even if this fails. */
  prepare: () => Promise<void>;
  printLine: (line: string) => void;
}

/** A part that restarts on each change. It ends only when it is stopped. */
export interface Reloading extends Running {
  /** The first start of the part. */
  first: Part;
}

/**
 * Starts a part, and restarts it whenever a file in the folders changes, also after it has ended. An error at the start is printed; fixing the
 * file restarts the part. Changes of test files are ignored.
 */
export async function startReloading({ folders, start, ready, prepare, printLine }: ReloadOptions): Promise<Reloading> {
  const stopped = Promise.withResolvers<void>();
  const first = await start();
  let part = first;
  let isSettling = false;
  let lastChange = 0;
  let changes = 0;
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  let restarts = Promise.resolve();

  const onChange = (file: string): void => {
    if (!matters.test(file) || testsOnly.test(file)) return;
    lastChange = performance.now();
    changes += 1;
    if (isSettling) return;
    isSettling = true;
    const since = lastChange;
    restarts = restarts.then(() => restart(since));
  };
  const restart = async (since: number): Promise<void> => {
    while (performance.now() - lastChange < settleMs) await sleep(settleMs);
    isSettling = false;
    const changesBefore = changes;
    if (isStopping()) return;
    await Promise.all([part.stop(), prepare().catch((error: unknown) => printLine(`\n${explain(error)}`))]);
    if (isStopping()) return;
    part = await start();
    void follow(part, since, changesBefore);
  };
  /** Reports the result of a start, unless a later change has replaced it. */
  const follow = async (started: Part, since: number, changesBefore: number): Promise<void> => {
    const problem = await ready(started).then(
      () => undefined,
      (error: unknown) => explain(error),
    );
    if (changesBefore !== changes || isStopping()) return;
    if (problem === undefined) printLine(`The server runs again, ${((performance.now() - since) / 1000).toFixed(1)} s after the change.`);
    else printLine(`\n${problem}\n\nIt is started again when a file changes.`);
  };

  const unwatch = folders.map((folder) =>
    watchTree(resolve(root, folder), onChange, (error) => printLine(`Changes in ${folder} are no longer noticed: ${error.message}`)),
  );
  const stop = async (): Promise<void> => {
    stopping.abort();
    for (const end of unwatch) end();
    await restarts;
    await part.stop();
    stopped.resolve();
  };
  return { first, ended: stopped.promise, stop };
}
