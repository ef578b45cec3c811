import type { Database } from "@hearth/db/client";
import { auditLog } from "@hearth/db/schema/audit-log";
import { gt, sql } from "drizzle-orm";
import { expect } from "vitest";
import { effects } from "../trpc/effects.ts";

/** The newest audit entry, and the number of mails and notifications, at one moment. */
interface Traces {
  auditId: number;
  notices: number;
}

/** Reads the traces that calls have left so far. */
export async function readTraces(db: Database): Promise<Traces> {
  const [row] = await db.execute<{ auditId: number; notices: number }>(sql`
    select (select coalesce(max(id), 0) from audit_log)::int as "auditId",
      ((select count(*) from mails) + (select count(*) from notifications))::int as notices`);
  return row ?? { auditId: 0, notices: 0 };
}

/** Expects a call to have written only what its mutation names in `effects`. Returns the audit actions that it wrote. */
export async function expectNamedEffects(db: Database, path: string, before: Traces, label: string): Promise<string[]> {
  const { audit, tells } = effectsOf(path);
  const rows = await db.select({ action: auditLog.action }).from(auditLog).where(gt(auditLog.id, before.auditId));
  const written = rows.map(({ action }) => action);
  const named: readonly string[] = "none" in audit ? [] : audit;
  expect(
    written.filter((action) => !named.includes(action)),
    `${label} wrote audit actions that it does not name`,
  ).toEqual([]);
  if ("nobody" in tells) expect((await readTraces(db)).notices, `${label} notified somebody`).toBe(before.notices);
  return written;
}

/** Mutations whose subject, in these tests, is in the state that they lead to. They change nothing, and write nothing. */
const repeats = new Set([
  "admin.releaseAlarm",
  "admin.endSilence",
  "admin.restoreTransfer",
  "admin.stopPayoutChange",
  "exchange.clearVerification",
  "exchange.clearConnection",
  "merchant.register",
  "merchant.stopPayoutChange",
  "merchant.update",
  "merchant.restoreTransfer",
]);

/** True for a mutation whose calls in these tests write to the audit log what it names. */
export function isAudited(path: string): boolean {
  return !repeats.has(path) && !("none" in effectsOf(path).audit);
}

function effectsOf(path: string) {
  const entry = Object.entries(effects).find(([name]) => name === path);
  if (entry === undefined) throw new Error(`${path} has no effects`);
  return entry[1];
}
