import { charges } from "@hearth/db/schema/charges";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { leases, leavesMoney } from "@hearth/db/schema/leases";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { rentsAt } from "@hearth/db/tenants-at";
import { endsSoonDays, type tenancyStates, type tenantStandings } from "@hearth/domain/rent/inputs";
import { type SQL, sql } from "drizzle-orm";

/** The day of a moment in the time zone of a lease `l`. */
export const todayOf = (now: Date): SQL => sql`(${now.toISOString()}::timestamptz at time zone l.time_zone)::date`;

/** The least time between two moments at which charges of a lease become past due: a day, less what a time zone may be set back. */
const leastBetween = sql.raw("interval '12 hours'");

/**
 * The columns of a lease `l` that `openMoney` reads. `is_kept` is true while the past due cents on the row are right. The job that makes charges counts them
 * again when the next charge becomes past due. `kept_late` is what the row says is past due until then and after it, and null where the job is late.
 */
export const moneyColumns = (
  now: Date,
): SQL => sql`l.open_cents, l.open_deposit_cents, l.unused_cents, l.held_cents, l.open_due_on, l.owed_since, l.past_due_cents,
        (l.past_due_until is null or l.past_due_until > ${now.toISOString()}::timestamptz) as is_kept,
        case when l.past_due_until is null or l.past_due_until > ${now.toISOString()}::timestamptz then l.past_due_cents
          when l.past_due_until + ${leastBetween} > ${now.toISOString()}::timestamptz then l.past_due_next_cents end as kept_late`;

/**
 * Lateral joins for a lease `o` with `id`, `today` and `moneyColumns`, or with nulls where there is no lease. `b.cents` is its balance: open charges less the
 * money that arrived and pays none of them yet. `b.late` is its past due part, if that money pays the oldest charges. `b.credit` is the money beyond all
 * charges, and `b.due_on` the due day of the oldest charge of a balance. The row of the lease says all of this. Reads the open charges only of a lease that the
 * job should have counted long ago.
 */
export const openMoney: SQL = sql`cross join lateral (
        select coalesce(sum(c.cents - c.paid_cents), 0) as late from ${charges} c
        where c.lease_id = o.id and c.paid_cents < c.cents and c.voided_at is null and c.due_on < o.today and o.owed_since < o.today and o.kept_late is null
      ) p cross join lateral (
        select coalesce(greatest(0, o.open_cents - o.unused_cents), 0)::float8 as cents,
          coalesce(o.kept_late, greatest(0, p.late - o.unused_cents), 0)::float8 as late,
          coalesce(greatest(0, o.unused_cents - o.open_cents), 0)::float8 as credit, nullif(o.owed_since, date '9999-12-31') as due_on
      ) b`;

/** A lease `l` that lists have: an undone one only while money that arrived for it afterwards is unused. */
export const isListed: SQL = sql`(l.undone_at is null or l.unused_cents > 0)`;

/**
 * The CTEs `own` and `standing`: the figures of the leases `l` that meet a condition, as `openMoney` reads them, with the deposit money that is held.
 * `give_back` is what an ended lease leaves to return: its deposit less what is owed besides deposits, and prepaid rent. `from` names another query of the
 * leases `l`, and `columns` further columns of it. With `isInlined`, each reader of `standing` reads the leases that it needs by an index of its own. With
 * `isJoined`, PostgreSQL joins the tables of `from` before it looks up anything for a lease.
 */
export function standingsOf(
  isAmong: SQL,
  now: Date,
  {
    from = sql`${leases} l`,
    columns = sql``,
    isInlined = false,
    isJoined = false,
  }: { from?: SQL; columns?: SQL; isInlined?: boolean | undefined; isJoined?: boolean } = {},
): SQL {
  const materialized = isInlined ? sql`not materialized` : sql``;
  return sql`own as ${isJoined ? sql`materialized` : materialized} (
      select l.id, l.unit_id, l.starts_on, l.ends_on, l.next_starts_on, l.undone_at, l.time_zone, l.updated_at, l.last_paid_on, l.last_paid_cents, ${todayOf(now)} as today,
        ${moneyColumns(now)}${columns}
      from ${from} where ${isAmong} and ${isListed}
    ), standing as ${materialized} (
      select s.*, case when s.is_over then greatest(0, s.held - greatest(0, s.cents - s.open_deposit)) else 0 end as deposit_back,
        case when s.is_over then greatest(0, s.held - greatest(0, s.cents - s.open_deposit)) + s.credit else 0 end as give_back
      from (
        select o.*, coalesce(o.ends_on < o.today, false) as is_over, b.cents, b.late, b.credit, b.due_on,
          o.open_deposit_cents::float8 as open_deposit, o.held_cents::float8 as held, o.owed_since as place
        from own o ${openMoney}
      ) s
    )`;
}

/** A lease `s` of `standing` that runs, ends soon, and is followed by no other lease of its unit. */
const endsSoon: SQL = sql`(not s.is_over and s.undone_at is null and s.ends_on <= s.today + ${endsSoonDays}::integer and s.next_starts_on is null)`;

/** The states that lists of leases are filtered by. `any`: each lease. `running`: not over. `unsettled`: over, while something is owed, prepaid or held. */
export type StandingState = (typeof tenancyStates)[number] | "any" | "running" | "unsettled";

/**
 * A condition on the row of a lease `l` that each lease in a state meets whose last day decides. Null for other states. It is wider by a day than the days in any
 * time zone. `endsOn` names the last day as an index does, so that PostgreSQL finds it there.
 */
export function mayBeIn(state: StandingState, now: Date, endsOn: SQL): SQL | null {
  const today = sql`(${now.toISOString()}::timestamptz at time zone 'UTC')::date`;
  if (state === "ended" || state === "unsettled") return sql`${endsOn} < ${today} + 1`;
  if (state === "giveBack") return sql`${endsOn} < ${today} + 1 and ${leavesMoney(rowColumns)}`;
  if (state === "endsSoon") return sql`${endsOn} between ${today} - 1 and ${today} + ${endsSoonDays + 1}::integer`;
  return null;
}
const rowColumns = {
  openCents: sql`l.open_cents`,
  openDepositCents: sql`l.open_deposit_cents`,
  unusedCents: sql`l.unused_cents`,
  heldCents: sql`l.held_cents`,
};

/** A lease `s` with a balance, and one without, as the index by the longest owed finds them. */
const isOwing: SQL = sql`s.owed_since < date '9999-12-31'`;
const owesNothing: SQL = sql`s.owed_since = date '9999-12-31'`;

/** The condition of each state, for a lease `s` of `standing`. */
export const isInState: Record<StandingState, SQL> = {
  any: sql`true`,
  all: sql`(not s.is_over or s.cents > 0 or s.credit > 0 or s.held > 0)`,
  late: sql`(${isOwing} and s.late > 0)`,
  owing: isOwing,
  settled: sql`(${owesNothing} and not s.is_over)`,
  ended: sql`s.is_over`,
  endsSoon,
  giveBack: sql`s.give_back > 0`,
  running: sql`not s.is_over`,
  unsettled: sql`s.is_over and (s.cents > 0 or s.credit > 0 or s.held > 0)`,
};

/** The order of the terms `t` of a lease in which those of a day come first, or before its first month those of that month. */
export const byTermsOf = (day: SQL): SQL =>
  sql`t.from_period <= ${day} desc, case when t.from_period <= ${day} then t.from_period end desc, t.from_period, t.id desc`;

/** The monthly rent of a lease in cents by the terms of a day, or before its first month by the terms of that month. Reads the few terms of the lease. */
export const rentOn = (leaseId: SQL, day: SQL): SQL =>
  sql`(select t.rent_cents from ${leaseTerms} t where t.lease_id = ${leaseId} order by ${byTermsOf(day)} limit 1)`;

/**
 * True when a tenant has signed scheduled payments for rent to come. Here and below, OFFSET 0 makes PostgreSQL look up each lease by an index. For a list of a
 * landlord with many leases it read the tables of all customers once instead.
 */
export const hasAutopay = (leaseId: SQL): SQL =>
  sql`exists (select from ${scheduledPayments} q where q.lease_id = ${leaseId} and q.status in ('ready', 'sent') offset 0)`;

export type TenantStanding = (typeof tenantStandings)[number];

/**
 * Columns of an aggregate over the tenants `t` of a lease: the names of some, and whether any present tenant has joined or is invited. The names of tenants who stay
 * come first, and otherwise in the order of entry, as `lease_naming` takes the first. An expired link is no open invitation. Reads an index entry of the invitations for each tenant who has not joined.
 */
export function tenantFacts(isNamed: SQL, now: SQL): SQL {
  return sql`array_agg(t.name order by t.ended_at desc nulls first, t.id) filter (where ${isNamed}) as names,
        bool_or(t.user_id is not null) filter (where ${rentsAt(now)}) as has_joined,
        bool_or(t.user_id is null and (
          exists (select from ${tenantInvitations} i where i.lease_tenant_id = t.id and i.invite_hash is not null and i.expires_at > ${now} offset 0)
          or exists (select from ${tenantInvitations} i where i.lease_tenant_id = t.id and i.waiting_since is not null offset 0))) filter (where ${rentsAt(now)}) as is_invited`;
}

/** The furthest step that any present tenant of a lease has taken, from its `tenantFacts` as the row `t`. */
export const standingOf = (isAutopaid: SQL): SQL =>
  sql`case when ${isAutopaid} then 'autopay' when t.has_joined then 'joined' when t.is_invited then 'invited' else 'notInvited' end`;
