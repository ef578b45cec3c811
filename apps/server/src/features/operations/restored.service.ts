import type { Network } from "@hearth/chain/networks";
import type { Database } from "@hearth/db/client";
import { type HeldPart, heldParts } from "@hearth/db/held-back";
import type { Clock } from "@hearth/domain/time";
import { publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import { clearAlarm, raiseAlarm } from "../alarms/alarms.repo.ts";
import { restartWaitingChange } from "../merchant-area/business/payout-change.service.ts";
import {
  countHeldMails,
  countHeldPayments,
  dropHeldMails,
  type Ended,
  endSessionsAndLinks,
  findHeld,
  insertFirstPlace,
  insertRestore,
  listHeldChanges,
  lockNewestPlace,
  markReleased,
  queueHeldMails,
  readPlace,
} from "./restored.repo.ts";

/** The dependencies that an operator has without a server. */
export interface RestoreDeps {
  db: Database;
  clock: Clock;
}

/** Dependencies of releasing, with the waiting time of payout wallet changes. */
interface ReleaseDeps extends RestoreDeps {
  network: Pick<Network, "payoutChangeHours">;
}

/** The key of the alarm that stays open while something is held back. */
export const restoredAlarm = "moment-restored";
/** Changes released or listed in one step. */
const batch = 100;

/**
 * Detects at startup that the database was restored elsewhere, went through point-in-time recovery, or failed over to a replica. It then
 * ends sessions and links, and holds back automatic actions. Returns what ended, or null where nothing was restored. It cannot detect a
 * copy of the same files; `isCertain` is for an operator who knows.
 */
export async function detectRestore({ db, clock }: RestoreDeps, { isCertain = false } = {}): Promise<Ended | null> {
  const place = await readPlace(db);
  if (place === null && !isCertain) return null;
  return db.transaction(async (tx) => {
    const now = clock.now();
    const before = await lockNewestPlace(tx);
    if (!isCertain && place !== null && before === null) await insertFirstPlace(tx, place, now);
    if (!isCertain && (before === null || before === place)) return null;
    await insertRestore(tx, place ?? before ?? "unknown", now);
    const ended = await endSessionsAndLinks(tx, now);
    const data = { sessions: ended.sessions, links: ended.links, mails: ended.mails };
    await insertAuditEntry(tx, null, { at: now, actorId: null, action: "restore.noticed", data });
    const message =
      "An earlier moment of the database was brought back. Emails, payout changes and scheduled payments from before are held back.";
    await raiseAlarm(tx, { key: restoredAlarm, message, now });
    return ended;
  });
}

/** Everything held back, for an operator to decide on. */
export interface HeldBack {
  since: Record<HeldPart, string | null>;
  mails: { kind: string; count: number }[];
  /** The oldest, at most a hundred. */
  changes: { merchantId: string; merchant: string; address: string; requestedAt: string }[];
  payments: number;
}

/** Reads everything held back since a backup was restored. */
export async function readHeldBack({ db }: Pick<RestoreDeps, "db">): Promise<HeldBack> {
  const since = await findHeld(db);
  const changes = await listHeldChanges(db, batch);
  return {
    since: {
      mails: since.mails?.toISOString() ?? null,
      changes: since.changes?.toISOString() ?? null,
      payments: since.payments?.toISOString() ?? null,
    },
    mails: await countHeldMails(db),
    changes: changes.map(({ merchantId, merchant, address, requestedAt }) => ({
      merchantId: publicId("merchant", merchantId),
      merchant,
      address,
      requestedAt: requestedAt.toISOString(),
    })),
    payments: await countHeldPayments(db),
  };
}

/**
 * Releases a part, and returns the number of items affected. Mails are sent as new ones, or dropped. Changes of payout wallets restart
 * their wait, with a new notice to their owners. Scheduled payments are sent when due. Releasing a part that is not held back does nothing.
 */
export async function releaseHeld(deps: ReleaseDeps, part: HeldPart, { drops = false } = {}): Promise<number> {
  const { db, clock } = deps;
  let count = 0;
  // Changes are released in batches, each committed on its own. A restarted change stays held back until the last batch, and takes effect
  // after that.
  if (part === "changes") count = await restartHeldChanges(deps);
  return db.transaction(async (tx) => {
    const now = clock.now();
    if ((await findHeld(tx))[part] === null) return 0;
    if (part === "mails") count = drops ? await dropHeldMails(tx) : await queueHeldMails(tx, now);
    if (part === "payments") count = await countHeldPayments(tx);
    await markReleased(tx, part, now);
    const data = { part, count, how: drops && part === "mails" ? "dropped" : "released" };
    await insertAuditEntry(tx, null, { at: now, actorId: null, action: "restore.released", data });
    const heldBack = await findHeld(tx);
    if (heldParts.every((each) => heldBack[each] === null)) await clearAlarm(tx, restoredAlarm, now);
    return count;
  });
}

async function restartHeldChanges({ db, clock, network }: ReleaseDeps): Promise<number> {
  const done = new Set<string>();
  for (;;) {
    const rows = (await listHeldChanges(db, done.size + batch)).filter(({ id }) => !done.has(id));
    if (rows.length === 0) return done.size;
    await db.transaction(async (tx) => {
      for (const { id, merchantId } of rows) {
        await restartWaitingChange({ clock, network }, tx, merchantId);
        done.add(id);
      }
    });
  }
}
