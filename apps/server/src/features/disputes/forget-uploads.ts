import type { Deps } from "../../deps.ts";
import { findClaimed } from "./dispute-documents.repo.ts";

/** Longer than any request takes, so that a file whose row is just being written is never taken for an orphan. */
const orphanAfterMs = 3_600_000;
/** Longer than the sweep, which comes every hour, is ever away; what is older was looked at. */
const forgottenAfterMs = 7 * 86_400_000;
/** How many files are asked about at once. */
const batch = 1_000;

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
  let removed = 0;
  for (let first = 0; first < old.length; first += batch) removed += await forgetUnclaimed(deps, old.slice(first, first + batch));
  return removed;
}
