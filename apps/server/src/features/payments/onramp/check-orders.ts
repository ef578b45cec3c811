import type { Deps } from "../../../deps.ts";
import { clearAlarm, raiseAlarm } from "../../alarms/alarms.repo.ts";
import { countUndelivered } from "../../ledger/onramp-orders.repo.ts";

const hour = 3_600_000;
const day = 24 * hour;

/** A delivery not bound after an hour is overdue. */
const patienceMs = hour;
/** Age up to which orders are checked. */
const memoryMs = 14 * day;

const key = "onramp-undelivered";

/** Raises an alarm while delivered purchases have no money bound to their payment, and clears it when none are left. */
export async function checkOrders(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const count = await countUndelivered(deps.db, ago(memoryMs), ago(patienceMs));
  if (count === 0) return clearAlarm(deps.db, key, now);
  const purchases = count === 1 ? "1 purchase" : `${count} purchases`;
  const message = `Coinbase reports ${purchases} by card or bank as delivered, and Hearth found no money on the network that is surely theirs`;
  await raiseAlarm(deps.db, { key, message, data: { count: String(count) }, now });
}
