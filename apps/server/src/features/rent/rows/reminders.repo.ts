import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { payeeOf } from "@hearth/db/payee-of";
import { charges } from "@hearth/db/schema/charges";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leases } from "@hearth/db/schema/leases";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { merchants } from "@hearth/db/schema/merchants";
import { properties } from "@hearth/db/schema/properties";
import { reminderRules } from "@hearth/db/schema/reminder-rules";
import { rentReminders } from "@hearth/db/schema/rent-reminders";
import { units } from "@hearth/db/schema/units";
import { rentsAt } from "@hearth/db/tenants-at";
import { liveStatuses } from "@hearth/domain/autopay/scheduled-payments";
import type { Term } from "@hearth/domain/rent/periods";
import type { ReminderRule } from "@hearth/domain/rent/reminders";
import { isNotSetAside } from "../../../jobs/set-aside.repo.ts";
import { and, asc, desc, eq, gte, inArray, isNull, lt, ne, sql } from "drizzle-orm";

const ruleColumns = { daysBefore: reminderRules.daysBefore, onDueDay: reminderRules.onDueDay, daysLate: reminderRules.daysLate };

export async function findRule(db: DatabaseOrTransaction, merchantId: string): Promise<ReminderRule | null> {
  const [row] = await db.select(ruleColumns).from(reminderRules).where(eq(reminderRules.merchantId, merchantId));
  return row ?? null;
}

interface RuleChange {
  rule: ReminderRule;
  /** The rule that its editor saw. Undefined to replace any. */
  seen: ReminderRule | undefined;
  today: string;
  now: Date;
}

/**
 * Stores a rule. A new one takes effect on the day after `today`, so that nobody is mailed while it is being edited. Returns false and
 * stores nothing if the stored rule is not the one that was seen, or is the new one already.
 */
export async function upsertRule(tx: Transaction, merchantId: string, { rule, seen, today, now }: RuleChange): Promise<boolean> {
  const isRule = ({ daysBefore, onDueDay, daysLate }: ReminderRule) =>
    sql`(${reminderRules.daysBefore}, ${reminderRules.onDueDay}, ${reminderRules.daysLate})
      is not distinct from (${daysBefore}::int, ${onDueDay}::boolean, ${daysLate}::int)`;
  const isAsSeen = seen === undefined ? sql`true` : isRule(seen);
  const stored = await tx
    .insert(reminderRules)
    .values({ merchantId, ...rule, sentFor: today, updatedAt: now })
    .onConflictDoUpdate({
      target: reminderRules.merchantId,
      set: { ...rule, updatedAt: now },
      setWhere: sql`${isAsSeen} and not (${isRule(rule)})`,
    })
    .returning({ merchantId: reminderRules.merchantId });
  return stored.length > 0;
}

/**
 * The rules of businesses whose local time has reached `hour` and whose reminders of today are not sent, without set-aside businesses. Reads every rule, one
 * for each business.
 */
export async function listDueRules(db: DatabaseOrTransaction, { now, hour, limit }: { now: Date; hour: number; limit: number }) {
  const local = sql`(${now.toISOString()}::timestamptz at time zone ${merchants.timeZone})`;
  return db
    .select({
      ...ruleColumns,
      merchantId: merchants.id,
      merchant: merchants.name,
      today: sql<string>`${local}::date::text`,
      carded: payeeOf(merchants.id),
    })
    .from(reminderRules)
    .innerJoin(merchants, eq(merchants.id, reminderRules.merchantId))
    .where(
      and(
        eq(merchants.status, "active"),
        sql`extract(hour from ${local}) >= ${hour}`,
        sql`${reminderRules.sentFor} < ${local}::date`,
        isNotSetAside("remind-business", merchants.id, now),
      ),
    )
    .orderBy(asc(reminderRules.sentFor), asc(merchants.id))
    .limit(limit);
}

export async function markSent(db: DatabaseOrTransaction, merchantId: string, sentFor: string): Promise<void> {
  await db
    .update(reminderRules)
    .set({ sentFor })
    .where(and(eq(reminderRules.merchantId, merchantId), lt(reminderRules.sentFor, sentFor)));
}

/** A lease with open charges due within some days, or soon to be charged for such a day, with its tenants who have joined. */
export interface LeaseToRemind extends Term {
  [column: string]: unknown;
  id: string;
  timeZone: string;
  /** The first uncharged month. Null where the lease is over by then. */
  nextPeriod: string | null;
  place: string;
  unusedCents: number;
  userIds: string[];
}

/**
 * A merchant's leases after `after` with open charges due within some days, or with rent to be charged by `chargedBy` for such a day. Leaves out leases that
 * were reminded after `remindedAfter` and set-aside ones. Reads an index entry for each lease of the merchant, and no paid charges.
 */
export async function listToRemind(
  db: DatabaseOrTransaction,
  asked: {
    merchantId: string;
    from: string;
    to: string;
    /** Leases whose next rent is charged by then are included before it is charged. Null where the rule reminds of none. */
    chargedBy: Date | null;
    remindedAfter: Date;
    now: Date;
    after: string | null;
    limit: number;
  },
): Promise<LeaseToRemind[]> {
  return db.execute<LeaseToRemind>(sql`
    select l.id, l.time_zone as "timeZone", l.starts_on::text as "startsOn", l.ends_on::text as "endsOn", l.proration,
      case when l.next_charge_at is not null then l.next_period::text end as "nextPeriod", pr.name || ' ' || un.name as place,
      array(select t.user_id from ${leaseTenants} t where t.lease_id = l.id and t.user_id is not null and ${rentsAt(asked.now)}) as "userIds",
      (select coalesce(sum(k.received_cents + k.beyond_cents - k.used_cents), 0)::float8 from ${leaseCredits} k
        where k.lease_id = l.id and k.used_cents < k.received_cents) as "unusedCents"
    from ${leases} l join ${units} un on un.id = l.unit_id join ${properties} pr on pr.id = un.property_id
    where (l.next_charge_at <= ${asked.chargedBy?.toISOString() ?? null}::timestamptz or exists (
        select from ${charges} c where c.lease_id = l.id and c.paid_cents < c.cents and c.voided_at is null
          and c.due_on between ${asked.from}::date and ${asked.to}::date))
      and l.merchant_id = ${asked.merchantId} and (${asked.after}::uuid is null or l.id > ${asked.after}::uuid)
      and ${isNotSetAside("remind-lease", sql`l.id`, asked.now)}
      and not exists (select from ${rentReminders} r where r.lease_id = l.id and r.sent_at > ${asked.remindedAfter.toISOString()}::timestamptz)
    order by l.id limit ${asked.limit}`);
}

/** The open charges of these leases, each with the live scheduled payment of the same amount that is going to pay it, if any. */
export async function listOpenToRemind(db: DatabaseOrTransaction, leaseIds: string[]) {
  const openCents = sql<number>`${charges.cents} - ${charges.paidCents}`;
  const pays = and(
    eq(scheduledPayments.leaseId, charges.leaseId),
    eq(scheduledPayments.period, charges.period),
    inArray(scheduledPayments.status, [...liveStatuses]),
  );
  return db
    .select({
      leaseId: charges.leaseId,
      dueOn: charges.dueOn,
      openCents,
      scheduledPaymentId: scheduledPayments.id,
      payerId: scheduledPayments.payerId,
      toldAt: scheduledPayments.toldAt,
    })
    .from(charges)
    .leftJoin(scheduledPayments, and(pays, eq(scheduledPayments.cents, openCents)))
    .where(and(inArray(charges.leaseId, leaseIds), lt(charges.paidCents, charges.cents), isNull(charges.voidedAt)));
}

/** Sum of the live scheduled payments for a month's rent, charged or not, in cents. */
export async function sumLiveScheduledPayments(db: DatabaseOrTransaction, leaseId: string, period: string): Promise<number> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${scheduledPayments.cents}), 0)::float8` })
    .from(scheduledPayments)
    .where(
      and(
        eq(scheduledPayments.leaseId, leaseId),
        eq(scheduledPayments.period, period),
        inArray(scheduledPayments.status, [...liveStatuses]),
      ),
    );
  return row?.cents ?? 0;
}

/** The due days of these leases, from a day on, that the rule has sent reminders for, with the kind of reminder. */
export async function listReminded(db: DatabaseOrTransaction, leaseIds: string[], from: string) {
  return db
    .select({ leaseId: rentReminders.leaseId, dueOn: rentReminders.dueOn, kind: rentReminders.kind })
    .from(rentReminders)
    .where(and(inArray(rentReminders.leaseId, leaseIds), gte(rentReminders.dueOn, from), ne(rentReminders.kind, "hand")));
}

/** The newest reminder of a lease. */
export async function findLastReminder(db: DatabaseOrTransaction, leaseId: string) {
  const newest = db
    .select({ kind: rentReminders.kind, sentAt: rentReminders.sentAt })
    .from(rentReminders)
    .where(eq(rentReminders.leaseId, leaseId));
  const [row] = await newest.orderBy(desc(rentReminders.sentAt)).limit(1);
  return row ?? null;
}

/** The people of a lease whom a reminder can reach, and the last reminder by hand. */
export interface ReachRow {
  [column: string]: unknown;
  leaseId: string;
  /** Present tenants with an account. */
  joined: number;
  /** Present tenants without an account who can be invited by email. */
  strangers: number;
  /** In milliseconds. Null without a reminder by hand. */
  remindedMs: number | null;
}

/** Reads whom a reminder of each of these leases can reach. One statement with an index entry for each tenant. */
export async function listReach(db: DatabaseOrTransaction, leaseIds: readonly string[], now: Date): Promise<ReachRow[]> {
  return db.execute<ReachRow>(sql`
    select l.id as "leaseId", t.joined, t.strangers,
      (select extract(epoch from r.sent_at)::float8 * 1000 from ${rentReminders} r where r.lease_id = l.id and r.kind = 'hand' order by r.sent_at desc limit 1) as "remindedMs"
    from unnest(${sql.param([...leaseIds])}::uuid[]) as l(id) cross join lateral (
      select (count(*) filter (where t.user_id is not null))::integer as joined,
        (count(*) filter (where t.user_id is null and t.account_closed_at is null))::integer as strangers
      from ${leaseTenants} t where t.lease_id = l.id and ${rentsAt(now)}
    ) t`);
}

/** Stores reminders. Returns the leases and due days of those that were new. */
export async function insertReminders(tx: Transaction, rows: (typeof rentReminders.$inferInsert)[]) {
  if (rows.length === 0) return [];
  return tx
    .insert(rentReminders)
    .values(rows)
    .onConflictDoNothing()
    .returning({ leaseId: rentReminders.leaseId, dueOn: rentReminders.dueOn });
}
