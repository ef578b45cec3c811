import type { Deps } from "../../deps.ts";
import { markSettled } from "./dispute-records.repo.ts";

/** So many disputes are marked by one statement. */
const atOnce = 500;

/** Notes which approved disputes have had all of their money sent back for good, so that nobody works it out again; answers how many. */
export async function settleDisputes({ db, clock }: Pick<Deps, "db" | "clock">): Promise<number> {
  for (let all = 0; ;) {
    const settled = await markSettled(db, clock.now(), atOnce);
    all += settled;
    if (settled < atOnce) return all;
  }
}
