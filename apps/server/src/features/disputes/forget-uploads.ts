import type { Deps } from "../../deps.ts";
import { listHeld } from "../../jobs/set-aside.repo.ts";
import { workThrough } from "../../jobs/work-list.ts";
import { findClaimed } from "./dispute-documents.repo.ts";

/** Longer than any request takes, so that a file whose row is just being written is never taken for an orphan. */
const orphanAfterMs = 3_600_000;
/** Longer than the sweep, which comes every hour, is ever away; what is older was looked at. */
const forgottenAfterMs = 7 * 86_400_000;
/** How many files are asked about at once. */
const batch = 1_000;
/** How many files are removed at once from a store that may be far away. */
const atOnce = 10;

/** Removes those of the uploaded files that no document refers to; answers how many. A failure leaves them to the sweep. */
export async function forgetUnclaimed(deps: Deps, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  try {
    const claimed = await findClaimed(deps.db, ids);
    const reorged = ids.filter((id) => !claimed.has(id));
    await Promise.all(reorged.map((id) => deps.uploads.remove(id)));
    return reorged.length;
  } catch (error) {
    deps.log.warn({ err: error }, "Uploaded files that belong to nothing could not be removed at once");
    return 0;
  }
}

/** Removes what a killed process left in the store: files of the last seven days without a document. Answers how many there were. */
export async function sweepUploads(deps: Deps): Promise<number> {
  const now = deps.clock.now().getTime();
  const old = await deps.uploads.listMade(new Date(now - forgottenAfterMs), new Date(now - orphanAfterMs));
  let [removed, at] = [0, 0];
  await workThrough(deps, {
    list: "remove-upload",
    pageSize: batch,
    atOnce,
    next: async (limit) => {
      const unclaimed: string[] = [];
      for (; at < old.length && unclaimed.length < limit; at += batch) {
        const ids = old.slice(at, at + batch);
        const [claimed, held] = [await findClaimed(deps.db, ids), await listHeld(deps.db, "remove-upload", ids, deps.clock.now())];
        unclaimed.push(...ids.filter((id) => !claimed.has(id) && !held.has(id)));
      }
      return unclaimed;
    },
    itemOf: (id) => ({ id, name: id }),
    work: async (id) => {
      await deps.uploads.remove(id);
      removed += 1;
      return "done";
    },
  });
  return removed;
}
