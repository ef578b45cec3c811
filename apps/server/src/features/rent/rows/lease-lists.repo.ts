import type { DatabaseOrTransaction } from "@hearth/db/client";
import { charges } from "@hearth/db/schema/charges";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { leaseAllocations } from "@hearth/db/schema/lease-allocations";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { type leaseEntries, type leaseEntryKinds } from "@hearth/db/schema/lease-entries";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leases } from "@hearth/db/schema/leases";
import { merchants } from "@hearth/db/schema/merchants";
import { payments } from "@hearth/db/schema/payments";
import { properties } from "@hearth/db/schema/properties";
import { transfers } from "@hearth/db/schema/transfers";
import { units } from "@hearth/db/schema/units";
import { pattern } from "@hearth/db/search";
import { tenantNamesAt } from "@hearth/db/tenants-at";
import type { ChargeKind } from "@hearth/domain/rent/charge-kinds";
import { readTenantSearch } from "@hearth/domain/rent/tenant-search";
import type { rentStates } from "@hearth/domain/rent/inputs";
import type { Day } from "@hearth/domain/rent/calendar";
import { and, asc, eq, gte, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { heldOf } from "./deposits.repo.ts";

/** A lease as a row of its merchant's list. */
export interface TenancyRow {
  [column: string]: unknown;
  id: string;
  property: string;
  unit: string;
  tenants: string[];
  endsOn: string | null;
  owedCents: number;
  lateCents: number;
  creditCents: number;
  openDepositCents: number;
  /** Money held for deposits. */
  heldCents: number;
  isOver: boolean;
  dueOn: string | null;
  daysLate: number;
  paidOn: string | null;
  paidCents: number | null;
  /** True when a tenant has signed scheduled payments for rent to come. */
  hasAutopay: boolean;
  /** Sort key: the due day of its oldest debt, or 9999-12-31. */
  place: string;
}

export interface TenancyFilter {
  merchantId: string;
  /** `running`: not over. `unsettled`: over, while something is owed, prepaid or held. */
  state: (typeof rentStates)[number] | "running" | "unsettled";
  search: string | undefined;
  after: { place: string; id: string } | undefined;
  limit: number;
  now: Date;
}

const states: Record<TenancyFilter["state"], SQL> = {
  all: sql`(not s.is_over or s.cents > 0 or s.credit > 0 or s.held > 0)`,
  late: sql`s.late > 0`,
  owing: sql`s.cents > 0`,
  settled: sql`s.cents = 0 and not s.is_over`,
  ended: sql`s.is_over`,
  running: sql`not s.is_over`,
  unsettled: sql`s.is_over and (s.cents > 0 or s.credit > 0 or s.held > 0)`,
};

/**
 * The last money paid on the lease `s`, unless it was reversed on its own day. OFFSET 0 makes PostgreSQL look up the reversal by credit. A join read all of the
 * lease's reversals, and all lines wherever the planner expected one lease.
 */
const lastPaid = sql.raw(`(
      select e.effective_on as on, -e.cents as cents from lease_entries e
      where e.lease_id = s.id and e.kind in ('payment', 'outside') and not exists (
        select from lease_entries back where back.credit_id = e.credit_id and back.lease_id = e.lease_id and back.effective_on = e.effective_on
          and back.kind = 'reversal' and back.cents = -e.cents and back.id > e.id offset 0
      ) order by e.effective_on desc, e.id desc limit 1
    )`);

/**
 * A merchant's leases, the longest owing first. Reads the open charges, unused credits and deposits of each lease by index. Joins of whole sets became quadratic
 * wherever the planner expected one lease. Reads the last payment of the page's leases, and of all leases for a searched amount.
 */
export async function listTenancies(db: DatabaseOrTransaction, { merchantId, state, search, after, limit, now }: TenancyFilter) {
  const tenantSearch = search ? readTenantSearch(search) : null;
  const textPattern = tenantSearch && pattern(tenantSearch.text);
  const cents = tenantSearch?.cents ?? null;
  return db.execute<TenancyRow>(sql`
    with own as (
      select l.id, l.unit_id, l.ends_on, (${now.toISOString()}::timestamptz at time zone l.time_zone)::date as today
      from ${leases} l where l.merchant_id = ${merchantId}
        -- A lease that was undone is listed only while money that arrived for it afterwards is unused.
        and (l.undone_at is null or exists (select from ${leaseCredits} k where k.lease_id = l.id and k.used_cents < k.received_cents))
    ), standing as (
      select o.id, o.unit_id, o.ends_on, o.today, coalesce(o.ends_on < o.today, false) as is_over, b.cents, b.late, b.credit, p.deposit as open_deposit, h.cents as held,
        case when b.cents > 0 then p.due_on end as due_on, case when b.cents > 0 then p.due_on else date '9999-12-31' end as place
      from own o cross join lateral (
        select coalesce(sum(c.cents - c.paid_cents), 0)::float8 as cents, min(c.due_on) as due_on,
          coalesce(sum(c.cents - c.paid_cents) filter (where c.kind = 'deposit'), 0)::float8 as deposit,
          coalesce(sum(c.cents - c.paid_cents) filter (where c.due_on < o.today), 0)::float8 as late
        from ${charges} c where c.lease_id = o.id and c.paid_cents < c.cents and c.voided_at is null
      ) p cross join lateral (
        select coalesce(sum(k.received_cents + k.beyond_cents - k.used_cents), 0)::float8 as cents
        from ${leaseCredits} k where k.lease_id = o.id and k.used_cents < k.received_cents
      ) u cross join lateral (${heldOf(sql`o.id`)}) h
      -- Money that has arrived counts before it is allocated, as on the lease's own page.
      cross join lateral (
        select greatest(0, p.cents - u.cents) as cents, greatest(0, p.late - u.cents) as late, greatest(0, u.cents - p.cents) as credit
      ) b
    )
    select s.id, pr.name as property, un.name as unit, ${tenantNamesAt(sql`s.id`, now)} as tenants,
      s.ends_on::text as "endsOn", s.cents as "owedCents", s.late as "lateCents", s.credit as "creditCents", s.open_deposit as "openDepositCents", s.held as "heldCents",
      s.is_over as "isOver", s.due_on::text as "dueOn",
      greatest(0, s.today - s.due_on)::integer as "daysLate", (select p.on from ${lastPaid} p)::text as "paidOn", (select p.cents from ${lastPaid} p) as "paidCents", s.place::text as place,
      exists (select from ${scheduledPayments} q where q.lease_id = s.id and q.status in ('ready', 'sent')) as "hasAutopay"
    from standing s join ${units} un on un.id = s.unit_id join ${properties} pr on pr.id = un.property_id
    where ${states[state]}
      and (${tenantSearch === null} or search_text(pr.name || ' ' || un.name) like ${textPattern}
        or exists (select 1 from ${leaseTenants} t where t.lease_id = s.id and search_text(t.name || ' ' || t.email) like ${textPattern})
        or (${cents}::bigint is not null and ${cents}::bigint in (nullif(s.cents, 0), (select p.cents from ${lastPaid} p)))
        or s.id in (select k.lease_id from ${transfers} tr join ${leaseCredits} k on k.payment_id = tr.payment_id
          where lower(tr.tx_hash) = ${tenantSearch?.txHash ?? null}))
      and (${after?.id ?? null}::uuid is null or (s.place, s.id) > (${after?.place ?? null}::date, ${after?.id ?? null}::uuid))
    order by s.place, s.id limit ${limit}`);
}

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
