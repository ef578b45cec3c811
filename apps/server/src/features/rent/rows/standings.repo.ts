import { charges } from "@hearth/db/schema/charges";
import { leaseCredits } from "@hearth/db/schema/lease-credits";
import { leaseTenants } from "@hearth/db/schema/lease-tenants";
import { leaseTerms } from "@hearth/db/schema/lease-terms";
import { leases } from "@hearth/db/schema/leases";
import { scheduledPayments } from "@hearth/db/schema/scheduled-payments";
import { tenantInvitations } from "@hearth/db/schema/tenant-invitations";
import { rentsAt } from "@hearth/db/tenants-at";
import { endsSoonDays, type tenancyStates, type tenantStandings } from "@hearth/domain/rent/inputs";
import { type SQL, sql } from "drizzle-orm";
import { heldOf } from "./deposits.repo.ts";

/** The day of a moment in the time zone of a lease `l`. */
export const todayOf = (now: Date): SQL => sql`(${now.toISOString()}::timestamptz at time zone l.time_zone)::date`;

/**
 * Lateral joins for a lease `o` with `id` and `today`. `p` sums its open charges, `u` the money that arrived and pays none of them yet. `b` is what that money
 * leaves open if it pays the oldest charges. `b.cents` is the balance and `b.late` its past due part. `b.late31` and `b.late61` are more than 30 and 60 days past
 * due. Reads open charges and unused credits by index, and no history.
 */
export const openMoney: SQL = sql`cross join lateral (
        select coalesce(sum(c.cents - c.paid_cents), 0)::float8 as cents, min(c.due_on) as due_on,
          coalesce(sum(c.cents - c.paid_cents) filter (where c.kind = 'deposit'), 0)::float8 as deposit,
          coalesce(sum(c.cents - c.paid_cents) filter (where c.due_on < o.today), 0)::float8 as late,
          coalesce(sum(c.cents - c.paid_cents) filter (where c.due_on < o.today - 30), 0)::float8 as late31,
          coalesce(sum(c.cents - c.paid_cents) filter (where c.due_on < o.today - 60), 0)::float8 as late61
        from ${charges} c where c.lease_id = o.id and c.paid_cents < c.cents and c.voided_at is null
      ) p cross join lateral (
        select coalesce(sum(k.received_cents + k.beyond_cents - k.used_cents), 0)::float8 as cents
        from ${leaseCredits} k where k.lease_id = o.id and k.used_cents < k.received_cents
      ) u cross join lateral (
        select greatest(0, p.cents - u.cents) as cents, greatest(0, p.late - u.cents) as late, greatest(0, p.late31 - u.cents) as late31,
          greatest(0, p.late61 - u.cents) as late61, greatest(0, u.cents - p.cents) as credit
      ) b`;

/**
 * The CTEs `own` and `standing`: the figures of the leases `l` that meet a condition, as `openMoney` reads them, with the deposit money that is held. An undone
 * lease is among them only while money that arrived for it afterwards is unused. `give_back` is what an ended lease leaves to return: its deposit less what is
 * owed besides deposits, and prepaid rent.
 */
export function standingsOf(isAmong: SQL, now: Date): SQL {
  return sql`own as (
      select l.id, l.unit_id, l.starts_on, l.ends_on, l.undone_at, l.time_zone, ${todayOf(now)} as today
      from ${leases} l where ${isAmong}
        and (l.undone_at is null or exists (select from ${leaseCredits} k where k.lease_id = l.id and k.used_cents < k.received_cents))
    ), standing as (
      select s.*, case when s.is_over then greatest(0, s.held - greatest(0, s.cents - s.open_deposit)) else 0 end as deposit_back,
        case when s.is_over then greatest(0, s.held - greatest(0, s.cents - s.open_deposit)) + s.credit else 0 end as give_back
      from (
        select o.*, coalesce(o.ends_on < o.today, false) as is_over, b.cents, b.late, b.late31, b.late61, b.credit, p.deposit as open_deposit, h.cents as held,
          case when b.cents > 0 then p.due_on end as due_on, case when b.cents > 0 then p.due_on else date '9999-12-31' end as place
        from own o ${openMoney} cross join lateral (${heldOf(sql`o.id`)}) h
      ) s
    )`;
}

/** A lease `s` of `standing` that runs, ends soon, and is followed by no other lease of its unit. */
export const endsSoon: SQL = sql`(not s.is_over and s.undone_at is null and s.ends_on <= s.today + ${endsSoonDays}::integer and not exists (
  select from ${leases} next where next.unit_id = s.unit_id and next.undone_at is null and next.starts_on > s.ends_on))`;

/** The states that lists of leases are filtered by. `any`: each lease. `running`: not over. `unsettled`: over, while something is owed, prepaid or held. */
export type StandingState = (typeof tenancyStates)[number] | "any" | "running" | "unsettled";

/** The condition of each state, for a lease `s` of `standing`. */
export const isInState: Record<StandingState, SQL> = {
  any: sql`true`,
  all: sql`(not s.is_over or s.cents > 0 or s.credit > 0 or s.held > 0)`,
  late: sql`s.late > 0`,
  owing: sql`s.cents > 0`,
  settled: sql`s.cents = 0 and not s.is_over`,
  ended: sql`s.is_over`,
  endsSoon,
  giveBack: sql`s.give_back > 0`,
  running: sql`not s.is_over`,
  unsettled: sql`s.is_over and (s.cents > 0 or s.credit > 0 or s.held > 0)`,
};

/** The monthly rent of a lease in cents by the terms of a day, or before its first month by the terms of that month. Reads the few terms of the lease. */
export const rentOn = (leaseId: SQL, day: SQL): SQL => sql`(
      select t.rent_cents from ${leaseTerms} t where t.lease_id = ${leaseId}
      order by t.from_period <= ${day} desc, case when t.from_period <= ${day} then t.from_period end desc, t.from_period, t.id desc limit 1)`;

/** True when a tenant has signed scheduled payments for rent to come. */
export const hasAutopay = (leaseId: SQL): SQL =>
  sql`exists (select from ${scheduledPayments} q where q.lease_id = ${leaseId} and q.status in ('ready', 'sent'))`;

export type TenantStanding = (typeof tenantStandings)[number];

/** The furthest step that any present tenant of a lease has taken. An expired link is no open invitation. One index entry of each table for each tenant. */
export function standingOf(leaseId: SQL, now: Date): SQL {
  const present = sql`${leaseTenants} t where t.lease_id = ${leaseId} and ${rentsAt(now)}`;
  return sql`case when ${hasAutopay(leaseId)} then 'autopay'
      when exists (select from ${present} and t.user_id is not null) then 'joined'
      when exists (select from ${present} and (
        exists (select from ${tenantInvitations} i where i.lease_tenant_id = t.id and i.invite_hash is not null and i.expires_at > ${now.toISOString()}::timestamptz)
        or exists (select from ${tenantInvitations} i where i.lease_tenant_id = t.id and i.waiting_since is not null))) then 'invited'
      else 'notInvited' end`;
}
