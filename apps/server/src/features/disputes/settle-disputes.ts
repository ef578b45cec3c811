import type { Deps } from "../../deps.ts";
import { markSettled } from "./dispute-records.repo.ts";

/** Disputes per statement. */
const atOnce = 500;

/** Marks approved disputes whose money was returned finally, so that they are not computed again. Returns their number. */
export async function settleDisputes({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> {
  for (let all = 0; ;) {
    const settled = await markSettled(db, clock.now(), atOnce);
    all += settled;
    if (settled < atOnce) return all;
  }
}
