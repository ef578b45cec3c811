import type { Deps } from "../../deps.ts";
import { listHeld } from "../../jobs/set-aside.repo.ts";
import { workThrough } from "../../jobs/work-list.ts";
import { findClaimed } from "./dispute-documents.repo.ts";

/** Longer than any request, so that a file whose row is just being inserted is not an orphan. */
const orphanAfterMs = 3_600_000;
/** The hourly sweep is never down for so long; older files were checked before. */
const forgottenAfterMs = 7 * 86_400_000;
/** Files checked per statement. */
const batch = 1_000;
/** Files removed concurrently, because the store may be remote. */
const atOnce = 10;

/** Removes uploaded files without a document. Returns their number. On failure the sweep removes them later. */
export async function forgetUnclaimed(deps: Deps, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  try {
    const claimed = await findClaimed(deps.db, ids);
    const orphans = ids.filter((id) => !claimed.has(id));
    await Promise.all(orphans.map((id) => deps.uploads.remove(id)));
    return orphans.length;
  } catch (error) {
    deps.log.warn({ err: error }, "Uploaded files without a document were not removed; the hourly sweep will retry");
    return 0;
  }
}

/** Removes files of the last seven days without a document, left by a killed process. Returns their number. */
export async function sweepUploads(deps: Deps): Promise<number> {
  const now = deps.clock.now().getTime();
  const old = await deps.uploads.listMade(new Date(now - forgottenAfterMs), new Date(now - orphanAfterMs));
  let [removed, start] = [0, 0];
  await workThrough(deps, {
    list: "remove-upload",
    pageSize: batch,
    atOnce,
    next: async (limit) => {
      const unclaimed: string[] = [];
      for (; start < old.length && unclaimed.length < limit; start += batch) {
        const ids = old.slice(start, start + batch);
        const [claimed, heldBackIds] = [await findClaimed(deps.db, ids), await listHeld(deps.db, "remove-upload", ids, deps.clock.now())];
        unclaimed.push(...ids.filter((id) => !claimed.has(id) && !heldBackIds.has(id)));
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
