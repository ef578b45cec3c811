import { publicId } from "@hearth/domain/ids";
import { dayAfter, dayIn } from "@hearth/domain/rent/calendar";
import { owedOn } from "@hearth/domain/rent/owed";
import { reminderGapHours, reminderHour, reminderLagDays, reminderOf, type ReminderRule } from "@hearth/domain/rent/reminders";
import type { Deps } from "../../../deps.ts";
import { type Notice, notifyOfMany } from "../../notifications/notify.ts";
import {
  insertReminders,
  type LeaseToRemind,
  listDueRules,
  listOpenToRemind,
  listReminded,
  listToRemind,
  markSent,
} from "../rows/reminders.repo.ts";

/** So many leases are looked at together. */
const leasesAtOnce = 200;

type DueRule = Awaited<ReturnType<typeof listDueRules>>[number];
type OpenCharge = Awaited<ReturnType<typeof listOpenToRemind>>[number];
type Reminded = Awaited<ReturnType<typeof listReminded>>[number];

/** Rows of reminders with what is told to whom. */
interface Plan {
  rows: Parameters<typeof insertReminders>[1];
  notice: Omit<Notice, "now">;
}

/**
 * Reminds tenants by their landlords' rules, for each business once on its day, each reminder once. Looks at the leases on which something is open and due within
 * the rule's days; about seven statements for 200 of them. Answers how many reminders it sent.
 */
export async function remindByRule(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  let sent = 0;
  for (const rule of await listDueRules(deps.db, now, reminderHour)) sent += await remindTenantsOf(deps, rule, now);
  return sent;
}

async function remindTenantsOf({ db }: Deps, rule: DueRule, now: Date): Promise<number> {
  // A day wider than the rule, since the leases' days are not everywhere the business's.
  const days = {
    from: dayAfter(rule.today, -(rule.daysLate ?? 0) - reminderLagDays - 1),
    to: dayAfter(rule.today, (rule.daysBefore ?? 0) + 1),
    remindedAfter: new Date(now.getTime() - reminderGapHours * 3_600_000),
  };
  let sent = 0;
  let after: string | null = null;
  for (;;) {
    const asked: Parameters<typeof listToRemind>[1] = { merchantId: rule.merchantId, ...days, after, limit: leasesAtOnce };
    const leases = await listToRemind(db, asked);
    sent += await remindLeases(db, { rule, leases, from: days.from, now });
    after = leases.at(-1)?.id ?? null;
    if (leases.length < leasesAtOnce) break;
  }
  await markSent(db, rule.merchantId, rule.today);
  return sent;
}

async function remindLeases(
  db: Deps["db"],
  { rule, leases, from, now }: { rule: DueRule; leases: LeaseToRemind[]; from: string; now: Date },
): Promise<number> {
  if (leases.length === 0) return 0;
  const ids = leases.map(({ id }) => id);
  return db.transaction(async (tx) => {
    const open = Map.groupBy(await listOpenToRemind(tx, ids), ({ leaseId }) => leaseId);
    const reminded = Map.groupBy(await listReminded(tx, ids, from), ({ leaseId }) => leaseId);
    const plans = leases.flatMap((lease) =>
      planReminders(rule, lease, { open: open.get(lease.id) ?? [], reminded: reminded.get(lease.id) ?? [] }, now),
    );
    const made = new Set(
      (
        await insertReminders(
          tx,
          plans.flatMap(({ rows }) => rows),
        )
      ).map(keyOf),
    );
    const told = plans.filter(({ rows }) => rows.some((row) => made.has(keyOf(row))));
    await notifyOfMany(
      tx,
      told.map(({ notice }) => ({ ...notice, now })),
    );
    return told.length;
  });
}

const keyOf = ({ leaseId, dueOn }: { leaseId: string; dueOn: string }) => `${leaseId} ${dueOn}`;

/** One reminder of all that is to be paid by hand; where there is none of it, what autopay says of each bill that it is going to pay, unless it has said so. */
function planReminders(
  rule: DueRule,
  lease: LeaseToRemind,
  { open, reminded }: { open: OpenCharge[]; reminded: Reminded[] },
  now: Date,
): Plan[] {
  const today = dayIn(now, lease.timeZone);
  const row = (dueOn: string, cents: number) => {
    const kind = reminderOf(rule satisfies ReminderRule, dueOn, today);
    const isSent = reminded.some((one) => one.dueOn === dueOn && one.kind === kind);
    return kind === null || isSent ? [] : [{ leaseId: lease.id, kind, dueOn, cents, sentAt: now }];
  };
  const byHand = open.filter(({ chequeId }) => chequeId === null);
  const { owedCents, dueOn: oldest } = owedOn(byHand, lease.unusedCents, today);
  const about = { leaseId: publicId("lease", lease.id), merchant: rule.merchant };
  if (oldest !== null) {
    const dueDays = new Set(byHand.map(({ dueOn }) => dueOn).filter((dueOn) => dueOn >= oldest));
    const rows = lease.userIds.length === 0 ? [] : [...dueDays].flatMap((dueOn) => row(dueOn, owedCents));
    const [first] = rows;
    if (first !== undefined) {
      const event = { kind: "rentReminder" as const, ...about, place: lease.place, amountCents: owedCents, dueOn: oldest };
      return [{ rows, notice: { userIds: lease.userIds, key: `rent-reminder:${lease.id}:${first.dueOn}:${first.kind}`, event } }];
    }
  }
  return open.flatMap(({ chequeId, payerId, toldAt, dueOn, openCents }) => {
    if (chequeId === null || payerId === null || toldAt !== null || dueOn <= today) return [];
    const event = { kind: "autopayComing" as const, ...about, amountCents: openCents, dueOn };
    const rows = row(dueOn, openCents);
    return rows.length === 0 ? [] : [{ rows, notice: { userIds: [payerId], key: `autopay-coming:${chequeId}`, event } }];
  });
}
