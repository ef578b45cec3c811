ALTER TABLE "leases" ADD COLUMN "past_due_next_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- `past_due_next_cents` are the cents that are past due from `past_due_until` on, so that nobody reads the charges of a lease until the job has moved its moment.
drop function lease_standings(uuid[], timestamptz);
--> statement-breakpoint
create function lease_standings(ids uuid[], counted_at timestamptz default null) returns table (lease_id uuid, open_cents bigint, open_deposit_cents bigint,
  unused_cents bigint, held_cents bigint, open_due_on date, owed_since date, past_due_cents bigint, past_due_until timestamptz, past_due_next_cents bigint) language sql stable as $$
  select o.id, p.open_cents, p.open_deposit_cents, u.unused_cents, h.held_cents, p.open_due_on,
    case when p.open_cents > u.unused_cents then p.open_due_on else date '9999-12-31' end,
    greatest(0, p.past_due_cents - u.unused_cents), p.past_due_until, greatest(0, p.past_due_next_cents - u.unused_cents)
  from unnest(ids) as o(id) cross join lateral (
    select l.time_zone, coalesce(counted_at, l.past_due_at, '-infinity') as counted_at from leases l where l.id = o.id offset 0
  ) l cross join lateral (
    select coalesce(sum(c.cents - c.paid_cents), 0) as open_cents, coalesce(sum(c.cents - c.paid_cents) filter (where c.kind = 'deposit'), 0) as open_deposit_cents,
      min(c.due_on) as open_due_on, coalesce(sum(c.cents - c.paid_cents) filter (where c.past_due_from <= l.counted_at), 0) as past_due_cents,
      max(c.past_due_until) as past_due_until,
      coalesce(sum(c.cents - c.paid_cents) filter (where c.past_due_from <= c.past_due_until), 0) as past_due_next_cents
    from (
      select c.*, min(c.past_due_from) filter (where c.past_due_from > l.counted_at) over () as past_due_until from (
        select c.cents, c.paid_cents, c.kind, c.due_on, (c.due_on + 1)::timestamp at time zone l.time_zone as past_due_from
        from charges c where c.lease_id = o.id and c.paid_cents < c.cents and c.voided_at is null
      ) c
    ) c
  ) p cross join lateral (
    select coalesce(sum(k.received_cents + k.beyond_cents - k.used_cents), 0)::bigint as unused_cents
    from lease_credits k where k.lease_id = o.id and k.used_cents < k.received_cents
  ) u cross join lateral (
    select coalesce(sum(a.cents), 0) as held_cents from charges c join lease_allocations a on a.charge_id = c.id
    join lease_credits k on k.id = a.credit_id and k.kind in ('payment', 'outside')
    where c.lease_id = o.id and c.kind = 'deposit' and c.voided_at is null
  ) h;
$$;
--> statement-breakpoint
-- MATERIALIZED, because the planner expects few leases where its statistics are old, and computed them all again for each lease.
create or replace function keep_lease_standings(ids uuid[]) returns void language plpgsql as $$
begin
  perform from leases l where l.id = any(ids) order by l.id for no key update;
  with s as materialized (select * from lease_standings(ids))
  update leases l set open_cents = s.open_cents, open_deposit_cents = s.open_deposit_cents, unused_cents = s.unused_cents, held_cents = s.held_cents,
    open_due_on = s.open_due_on, owed_since = s.owed_since, needs_allocation = l.needs_allocation and s.open_cents > 0 and s.unused_cents > 0,
    past_due_cents = s.past_due_cents, past_due_until = s.past_due_until, past_due_next_cents = s.past_due_next_cents
  from s
  where s.lease_id = l.id and (l.open_cents, l.open_deposit_cents, l.unused_cents, l.held_cents, l.open_due_on, l.owed_since, l.past_due_cents,
    l.past_due_until, l.past_due_next_cents, l.needs_allocation) is distinct from (s.open_cents, s.open_deposit_cents, s.unused_cents, s.held_cents, s.open_due_on, s.owed_since,
    s.past_due_cents, s.past_due_until, s.past_due_next_cents, l.needs_allocation and s.open_cents > 0 and s.unused_cents > 0);
end $$;
--> statement-breakpoint
create or replace function keep_leases_of_credit_lines(ids uuid[]) returns void language plpgsql as $$
begin
  perform from leases l where l.id = any(ids) order by l.id for no key update;
  with s as materialized (
    select s.*, a.last_paid_on, a.last_paid_cents, a.deposits_moved_on from lease_standings(ids) s cross join lateral lease_activity(array[s.lease_id]) a
  )
  update leases l set open_cents = s.open_cents, open_deposit_cents = s.open_deposit_cents, unused_cents = s.unused_cents, held_cents = s.held_cents,
    open_due_on = s.open_due_on, owed_since = s.owed_since, needs_allocation = s.open_cents > 0 and s.unused_cents > 0,
    past_due_cents = s.past_due_cents, past_due_until = s.past_due_until, past_due_next_cents = s.past_due_next_cents,
    last_paid_on = s.last_paid_on, last_paid_cents = s.last_paid_cents, deposits_moved_on = s.deposits_moved_on
  from s
  where s.lease_id = l.id and (l.open_cents, l.open_deposit_cents, l.unused_cents, l.held_cents, l.open_due_on, l.owed_since, l.needs_allocation,
    l.past_due_cents, l.past_due_until, l.past_due_next_cents, l.last_paid_on, l.last_paid_cents, l.deposits_moved_on) is distinct from (s.open_cents, s.open_deposit_cents,
    s.unused_cents, s.held_cents, s.open_due_on, s.owed_since, s.open_cents > 0 and s.unused_cents > 0, s.past_due_cents, s.past_due_until,
    s.past_due_next_cents, s.last_paid_on, s.last_paid_cents, s.deposits_moved_on);
end $$;
--> statement-breakpoint
-- Moves the moment for which the past due cents of leases are kept. Locks the leases first, like `keep_lease_standings`.
create or replace function count_past_due(ids uuid[], counted_at timestamptz) returns void language plpgsql as $$
begin
  perform from leases l where l.id = any(ids) order by l.id for no key update;
  with s as materialized (select * from lease_standings(ids, counted_at))
  update leases l set past_due_at = counted_at, past_due_cents = s.past_due_cents, past_due_until = s.past_due_until, past_due_next_cents = s.past_due_next_cents
  from s where s.lease_id = l.id;
end $$;
