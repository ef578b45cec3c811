import type { DatabaseOrTransaction } from "@hearth/db/client";
import { payeeOf } from "@hearth/db/payee-of";
import { charges } from "@hearth/db/schema/charges";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { type leaseEntries, type leaseEntryKinds } from "@hearth/db/schema/lease-entries";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { properties } from "@hearth/db/schema/properties";
import { units } from "@hearth/db/schema/units";
import type { ChargeKind } from "@hearth/domain/rent/charge-kinds";
import type { Day } from "@hearth/domain/rent/calendar";
import { and, asc, eq, gte, inArray, isNull, type SQL, sql } from "drizzle-orm";

/** The days on which a tenant moved in and out. From `endedAtMs` on they see nothing new. */
interface Stay {
  movedInOn: string | null;
  movedOutOn: string | null;
  endedAtMs: number | null;
}

/** Leases, each with the stay of `userId` where that account is a tenant. */
function selectLeases(db: DatabaseOrTransaction, userId: string | null) {
  return db
    .select({
      lease: leases,
      merchant: { id: merchants.id, name: merchants.name, businessType: merchants.businessType },
      carded: payeeOf(leases.merchantId),
      property: { id: properties.id, name: properties.name, address: properties.address },
      unit: { id: units.id, name: units.name },
      heldCents: sql<number>`(
        select coalesce(sum(a.cents), 0)::float8 from ${charges} c join ${leaseAllocations} a on a.charge_id = c.id
        join ${leaseCredits} k on k.id = a.credit_id and k.kind in ('payment', 'outside')
        where c.lease_id = ${leases.id} and c.kind = 'deposit' and c.voided_at is null)`,
      unusedCents: sql<number>`(
        select coalesce(sum(c.received_cents + c.beyond_cents - c.used_cents), 0)::float8 from ${leaseCredits} c
        where c.lease_id = ${leases.id} and c.used_cents < c.received_cents)`,
      stay: sql<Stay | null>`(
        select json_build_object('movedInOn', t.moved_in_on, 'movedOutOn', t.moved_out_on, 'endedAtMs', extract(epoch from t.ended_at)::float8 * 1000)
        from ${leaseTenants} t where t.lease_id = ${leases.id} and t.user_id = ${userId}::uuid)`,
    })
    .from(leases)
    .innerJoin(units, eq(units.id, leases.unitId))
    .innerJoin(properties, eq(properties.id, units.propertyId))
    .innerJoin(merchants, eq(merchants.id, leases.merchantId));
}
export type LeaseDetailRow = Awaited<ReturnType<typeof selectLeases>>[number];

/** The reader of a lease: its merchant, an account, or an administrator. */
export type LeaseViewer = { merchantId: string } | { userId: string } | "admin";

function mayBeSeenBy(viewer: LeaseViewer): SQL | undefined {
  if (viewer === "admin") return undefined;
  if ("merchantId" in viewer) return eq(leases.merchantId, viewer.merchantId);
  return sql`exists (select 1 from ${leaseTenants} t where t.lease_id = ${leases.id} and t.user_id = ${viewer.userId})`;
}

export async function findLease(db: DatabaseOrTransaction, viewer: LeaseViewer, id: string): Promise<LeaseDetailRow | null> {
  const userId = viewer !== "admin" && "userId" in viewer ? viewer.userId : null;
  const [row] = await selectLeases(db, userId).where(and(eq(leases.id, id), mayBeSeenBy(viewer)));
  return row ?? null;
}

/** The leases under which an account rents or rented, the newest first, without undone ones. */
export async function listOwnLeases(db: DatabaseOrTransaction, userId: string): Promise<LeaseDetailRow[]> {
  const userLeaseIds = db.select({ id: leaseTenants.leaseId }).from(leaseTenants).where(eq(leaseTenants.userId, userId));
  return selectLeases(db, userId)
    .where(and(sql`${leases.id} in ${userLeaseIds}`, isNull(leases.undoneAt)))
    .orderBy(sql`${leases.startsOn} desc`, asc(leases.id));
}

/** The open payments of these leases' tenants, the oldest first. Reads open payments by index, and no others. */
export async function listOpenPayments(db: DatabaseOrTransaction, leaseIds: string[]) {
  return db
    .select({
      leaseId: leaseTenants.leaseId,
      userId: leaseTenants.userId,
      name: leaseTenants.name,
      cents: payments.amountCents,
      createdAt: payments.createdAt,
    })
    .from(leaseTenants)
    .innerJoin(payments, and(eq(payments.consumerId, leaseTenants.userId), eq(payments.status, "pending")))
    .innerJoin(leaseCredits, and(eq(leaseCredits.paymentId, payments.id), eq(leaseCredits.leaseId, leaseTenants.leaseId)))
    .where(and(inArray(leaseTenants.leaseId, leaseIds), isNull(leaseCredits.takenAwayAt)))
    .orderBy(asc(payments.createdAt), asc(payments.id));
}

/** The months of rent, from a first one on, that payments of an account paid on these leases, each with its payment. Reads no other charges. */
export async function listPaidMonths(db: DatabaseOrTransaction, userId: string, { leaseIds, from }: { leaseIds: string[]; from: Day }) {
  const { leaseId, period, kind } = charges;
  return db
    .select({ leaseId, period: sql<Day>`${period}`, paymentId: payments.id })
    .from(charges)
    .innerJoin(leaseAllocations, eq(leaseAllocations.chargeId, charges.id))
    .innerJoin(leaseCredits, eq(leaseCredits.id, leaseAllocations.creditId))
    .innerJoin(payments, and(eq(payments.id, leaseCredits.paymentId), eq(payments.consumerId, userId)))
    .where(and(inArray(leaseId, leaseIds), eq(kind, "rent"), gte(period, from), sql`not ${charges.voidedForEnd}`))
    .groupBy(leaseId, period, payments.id)
    .having(sql`sum(${leaseAllocations.cents}) > 0`)
    .orderBy(asc(period), asc(payments.id));
}

/** A ledger line with the balance after it. */
export interface LedgerLineRow {
  [column: string]: unknown;
  id: number;
  kind: (typeof leaseEntryKinds)[number];
  effectiveOn: string;
  postedAt: string;
  cents: number;
  balanceCents: number;
  note: (typeof leaseEntries.$inferSelect)["note"];
  chargeId: string | null;
  chargeKind: ChargeKind | null;
  description: string | null;
  formula: string | null;
  isVoided: boolean;
  /** Why rent bears no further late fee, and since which day. Null where it still does. Statements leave it out. */
  feesEnded?: "waived" | "entered" | null;
  feesEndedOn?: string | null;
  openCents: number | null;
  dueOn: string | null;
  creditId: string | null;
  paymentId: string | null;
  receivedCents: number | null;
  payer: string | null;
}

/**
 * A page of a lease's lines, the newest day first. For a tenant who has moved out, only lines written up to then, without open amounts. What is charged on a
 * day comes before what is paid on it. The balance after each line sums all lines before it, whenever they were written.
 */
export async function listLines(
  db: DatabaseOrTransaction,
  { leaseId, until, after, limit }: { leaseId: string; until: Date | null; after: { on: string; id: number } | undefined; limit: number },
) {
  const settles = sql`e.kind not in ('charge', 'void')`;
  const end = sql`${until?.toISOString() ?? null}::timestamptz`;
  return db.execute<LedgerLineRow>(sql`
    with lines as (
      select e.*, ${settles} as settles, (sum(e.cents) over (order by e.effective_on, ${settles}, e.id))::float8 as balance
      from lease_entries e where e.lease_id = ${leaseId} and (${end} is null or e.posted_at < ${end})
    )
    select l.id::float8 as id, l.kind, l.effective_on::text as "effectiveOn", l.posted_at::text as "postedAt", l.cents, l.balance as "balanceCents", l.note,
      l.charge_id as "chargeId", c.kind as "chargeKind", c.description, c.formula,
      coalesce(c.voided_at < coalesce(${end}, 'infinity'), false) as "isVoided",
      case when c.fees_waived_at = c.created_at then 'entered' when c.fees_waived_at is not null then 'waived' end as "feesEnded",
      (c.fees_waived_at at time zone le.time_zone)::date::text as "feesEndedOn", case when ${end} is null then c.cents - c.paid_cents else 0 end as "openCents",
      c.due_on::text as "dueOn", l.credit_id as "creditId", k.payment_id as "paymentId", k.received_cents as "receivedCents",
      case when p.id is not null then u.first_name || ' ' || u.last_name end as payer
    from lines l join leases le on le.id = l.lease_id left join charges c on c.id = l.charge_id left join lease_credits k on k.id = l.credit_id
    left join payments p on p.id = k.payment_id left join users u on u.id = p.consumer_id
    where ${after?.id ?? null}::bigint is null or (l.effective_on, l.settles, l.id) <
      (${after?.on ?? null}::date, coalesce((select ${settles} from lease_entries e where e.id = ${after?.id ?? null}::bigint and e.lease_id = ${leaseId}), true), ${after?.id ?? null}::bigint)
    order by l.effective_on desc, l.settles desc, l.id desc limit ${limit}`);
}
