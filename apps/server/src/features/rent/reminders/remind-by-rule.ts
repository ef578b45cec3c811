import type { Transaction } from "@hearth/db/client";
import { transactWithRetry } from "@hearth/db/transact-again";
import { publicId } from "@hearth/domain/ids";
import { dayAfter, dayIn } from "@hearth/domain/rent/calendar";
import { owedOn } from "@hearth/domain/rent/owed";
import { reminderGapHours, reminderHour, reminderLagDays, reminderOf, type ReminderRule } from "@hearth/domain/rent/reminders";
import { chargedAheadDays, chargePeriod, termsFor } from "@hearth/domain/rent/periods";
import type { Deps } from "../../../deps.ts";
import { isAnySetAside } from "../../../jobs/set-aside.repo.ts";
import { workThrough } from "../../../jobs/work-list.ts";
import { payeeWordsOf } from "../../payees/payee-cards.ts";
import { type Notice, notifyOfMany } from "../../notifications/notify.ts";
import { listTerms } from "../rows/lease-rows.repo.ts";
import {
  insertReminders,
  type LeaseToRemind,
  listDueRules,
  listOpenToRemind,
  listReminded,
  listToRemind,
  markSent,
  sumLiveScheduledPayments,
} from "../rows/reminders.repo.ts";

/** Page sizes: businesses, and leases of one business. */
const businessesAtOnce = 100;
const leasesAtOnce = 200;
/** Leases per transaction, where none of them fails. */
const leasesTogether = 50;

type DueRule = Awaited<ReturnType<typeof listDueRules>>[number] & { payeeWords: string | null };
type OpenCharge = Awaited<ReturnType<typeof listOpenToRemind>>[number];
type Reminded = Awaited<ReturnType<typeof listReminded>>[number];

/** Reminders to store, with the notice to send. */
interface Plan {
  rows: Parameters<typeof insertReminders>[1];
  notice: Omit<Notice, "now">;
}

/**
 * Reminds tenants by their landlords' rules. Processes each business once on its day, and sends each reminder once. Covers leases with open charges due within
 * the rule's days, fifty in a transaction of some six statements, or halves of them where one fails. Two more for a lease where the rule reminds before rent is
 * charged. A business with a lease that failed stays due, so that later runs remind its tenants once the failure passes. Returns how many
 * reminders it sent.
 */
export async function remindByRule(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  let sent = 0;
  await workThrough(deps, {
    list: "remind-business",
    pageSize: businessesAtOnce,
    next: (limit) => listDueRules(deps.db, { now, hour: reminderHour, limit }),
    itemOf: ({ merchantId }) => ({ id: merchantId, name: publicId("merchant", merchantId), merchantId }),
    work: async (rule) => {
      const payeeWords = await payeeWordsOf(deps, { merchantId: rule.merchantId, payee: rule.carded });
      const reminded = await remindTenantsOf(deps, { ...rule, payeeWords }, { now });
      sent += reminded.sent;
      return reminded.isWhole ? "done" : "held";
    },
  });
  return sent;
}

async function remindTenantsOf(deps: Deps, rule: DueRule, { now }: { now: Date }): Promise<{ sent: number; isWhole: boolean }> {
  const { db } = deps;
  const { merchantId } = rule;
  // One day wider than the rule, because a lease may be in another time zone than the business.
  const daysBefore = rule.daysBefore ?? 0;
  const days = {
    // Rent is charged some days before it is due. Earlier reminders use the amount of the terms.
    chargedBy: daysBefore > chargedAheadDays ? new Date(now.getTime() + (daysBefore - chargedAheadDays + 1) * 86_400_000) : null,
    from: dayAfter(rule.today, -(rule.daysLate ?? 0) - reminderLagDays - 1),
    to: dayAfter(rule.today, daysBefore + 1),
    remindedAfter: new Date(now.getTime() - reminderGapHours * 3_600_000),
  };
  let sent = 0;
  let after: string | null = null;
  const run = await workThrough(deps, {
    list: "remind-lease",
    merchantId,
    pageSize: leasesAtOnce,
    next: async (limit) => {
      const query: Parameters<typeof listToRemind>[1] = { merchantId, ...days, now, after, limit };
      const leases = await listToRemind(db, query);
      after = leases.at(-1)?.id ?? after;
      return leases;
    },
    itemOf: ({ id }) => ({ id, name: publicId("lease", id), merchantId }),
    work: async (lease) => {
      sent += await remindLeases(db, { rule, leases: [lease], from: days.from, now });
      return "done";
    },
    together: {
      size: leasesTogether,
      work: async (leases) => {
        sent += await remindLeases(db, { rule, leases, from: days.from, now });
        return new Map(leases.map(({ id }) => [id, "done"]));
      },
    },
  });
  const isWhole = run.isWhole && !(await isAnySetAside(db, "remind-lease", merchantId));
  if (isWhole) await markSent(db, merchantId, rule.today);
  return { sent, isWhole };
}

/** Sends the reminders of some leases in one transaction. Returns how many of the leases had one to send. */
async function remindLeases(
  db: Deps["db"],
  { rule, leases, from, now }: { rule: DueRule; leases: readonly LeaseToRemind[]; from: string; now: Date },
): Promise<number> {
  return transactWithRetry(db, async (tx) => {
    const ids = leases.map(({ id }) => id);
    const openOf = Map.groupBy(await listOpenToRemind(tx, ids), ({ leaseId }) => leaseId);
    const remindedOf = Map.groupBy(await listReminded(tx, ids, from), ({ leaseId }) => leaseId);
    const plans: Plan[] = [];
    for (const lease of leases) {
      const coming = (rule.daysBefore ?? 0) > chargedAheadDays ? await readComingRent(tx, lease) : [];
      const open = [...(openOf.get(lease.id) ?? []), ...coming];
      plans.push(...planReminders(rule, lease, { open, reminded: remindedOf.get(lease.id) ?? [] }, now));
    }
    if (plans.length === 0) return 0;
    const rows = await insertReminders(
      tx,
      plans.flatMap((plan) => plan.rows),
    );
    const made = new Set(rows.map(keyOf));
    const notifiedPlans = plans.filter((plan) => plan.rows.some((row) => made.has(keyOf(row))));
    await notifyOfMany(
      tx,
      notifiedPlans.map(({ notice }) => ({ ...notice, now })),
    );
    return new Set(notifiedPlans.flatMap((plan) => plan.rows.map(({ leaseId }) => leaseId))).size;
  });
}

/** The next month's rent by its terms, while it is not charged and autopay does not pay it. Two statements. */
async function readComingRent(tx: Transaction, lease: LeaseToRemind): Promise<OpenCharge[]> {
  const { id: leaseId, nextPeriod } = lease;
  if (nextPeriod === null) return [];
  const versions = (await listTerms(tx, [leaseId])).get(leaseId) ?? [];
  const rent = chargePeriod(lease, termsFor(versions, nextPeriod), nextPeriod);
  if (rent === null || (await sumLiveScheduledPayments(tx, leaseId, nextPeriod)) >= rent.cents) return [];
  return [{ leaseId, dueOn: rent.dueOn, openCents: rent.cents, scheduledPaymentId: null, payerId: null, toldAt: null }];
}

const keyOf = ({ leaseId, dueOn }: { leaseId: string; dueOn: string }) => `${leaseId} ${dueOn}`;

/**
 * Plans one reminder for everything that is to be paid by hand. Without such charges, plans autopay's notice for each bill that it will pay, unless it was
 * sent.
 */
function planReminders(
  rule: DueRule,
  lease: LeaseToRemind,
  { open, reminded }: { open: OpenCharge[]; reminded: Reminded[] },
  now: Date,
): Plan[] {
  const today = dayIn(now, lease.timeZone);
  const row = (dueOn: string, cents: number) => {
    const kind = reminderOf(rule satisfies ReminderRule, dueOn, today);
    const isSent = reminded.some((reminder) => reminder.dueOn === dueOn && reminder.kind === kind);
    return kind === null || isSent ? [] : [{ leaseId: lease.id, kind, dueOn, cents, sentAt: now }];
  };
  const byHand = open.filter(({ scheduledPaymentId }) => scheduledPaymentId === null);
  const { owedCents, dueOn: oldest } = owedOn(byHand, lease.unusedCents, today);
  const about = { leaseId: publicId("lease", lease.id), merchant: rule.merchant, place: lease.place };
  const payee = rule.payeeWords === null ? {} : { payeeWords: rule.payeeWords };
  if (oldest !== null) {
    const dueDays = new Set(byHand.map(({ dueOn }) => dueOn).filter((dueOn) => dueOn >= oldest));
    const rows = lease.userIds.length === 0 ? [] : [...dueDays].flatMap((dueOn) => row(dueOn, owedCents));
    const [first] = rows;
    if (first !== undefined) {
      const event = { kind: "rentReminder" as const, ...about, amountCents: owedCents, dueOn: oldest, ...payee };
      return [{ rows, notice: { userIds: lease.userIds, key: `rent-reminder:${lease.id}:${first.dueOn}:${first.kind}`, event } }];
    }
  }
  return open.flatMap(({ scheduledPaymentId, payerId, toldAt, dueOn, openCents }) => {
    if (scheduledPaymentId === null || payerId === null || toldAt !== null || dueOn <= today) return [];
    const event = { kind: "autopayComing" as const, ...about, amountCents: openCents, dueOn };
    const rows = row(dueOn, openCents);
    return rows.length === 0 ? [] : [{ rows, notice: { userIds: [payerId], key: `autopay-coming:${scheduledPaymentId}`, event } }];
  });
}
