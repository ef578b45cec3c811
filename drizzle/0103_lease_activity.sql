ALTER TABLE "leases" ADD COLUMN "last_paid_on" date;--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "last_paid_cents" bigint;--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "deposits_moved_on" date;--> statement-breakpoint
-- Finds the last payment of leases that was not reversed on its own day, and the last day on which the books can count a deposit of the lease. The books count a
-- line or an allocation on its own day, or in the month that was open when it was written. Two days cover all time zones, and the day before a close.
-- OFFSET 0 makes PostgreSQL look up each charge and each credit by an index.
create function lease_activity(ids uuid[]) returns table (lease_id uuid, last_paid_on date, last_paid_cents bigint, deposits_moved_on date) language sql stable as $$
  select o.id, p.paid_on, p.cents, d.moved_on
  from unnest(ids) as o(id) left join lateral (
    select e.effective_on as paid_on, -e.cents::bigint as cents from lease_entries e
    where e.lease_id = o.id and e.kind in ('payment', 'outside') and not exists (
      select from lease_entries back where back.credit_id = e.credit_id and back.lease_id = e.lease_id and back.effective_on = e.effective_on
        and back.kind = 'reversal' and back.cents = -e.cents and back.id > e.id offset 0
    ) order by e.effective_on desc, e.id desc limit 1
  ) p on true cross join lateral (
    select max(greatest(e.counted_on, a.counted_on)) as moved_on from charges c cross join lateral (
      select max(greatest(e.effective_on, (e.posted_at at time zone 'UTC')::date + 2)) as counted_on from lease_entries e where e.charge_id = c.id offset 0
    ) e cross join lateral (
      select max((greatest(a.at, a.counts_at, a.arrived_at, k.arrived_at) at time zone 'UTC')::date + 2) as counted_on
      from lease_allocations a cross join lateral (select k.arrived_at from lease_credits k where k.id = a.credit_id offset 0) k where a.charge_id = c.id offset 0
    ) a where c.lease_id = o.id and c.kind = 'deposit'
  ) d;
$$;
--> statement-breakpoint
-- Keeps these on the rows of leases, like `keep_lease_standings`.
create function keep_lease_activity(ids uuid[]) returns void language plpgsql as $$
begin
  perform from leases l where l.id = any(ids) order by l.id for no key update;
  update leases l set last_paid_on = a.last_paid_on, last_paid_cents = a.last_paid_cents, deposits_moved_on = a.deposits_moved_on
  from lease_activity(ids) a
  where a.lease_id = l.id and (l.last_paid_on, l.last_paid_cents, l.deposits_moved_on) is distinct from (a.last_paid_on, a.last_paid_cents, a.deposits_moved_on);
end $$;
--> statement-breakpoint
create function keep_activity_of_lines() returns trigger language plpgsql as $$
begin
  perform keep_lease_activity(array_agg(distinct e.lease_id)) from added e
  where e.credit_id is not null or exists (select from charges c where c.id = e.charge_id and c.kind = 'deposit' offset 0) having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create function keep_activity_of_allocations() returns trigger language plpgsql as $$
begin
  perform keep_lease_activity(array_agg(distinct c.lease_id)) from added a
  cross join lateral (select c.lease_id, c.kind from charges c where c.id = a.charge_id offset 0) c where c.kind = 'deposit' having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create trigger lease_entries_keep_activity after insert on lease_entries referencing new table as added for each statement execute function keep_activity_of_lines();
--> statement-breakpoint
create trigger lease_allocations_keep_activity after insert on lease_allocations referencing new table as added
  for each statement execute function keep_activity_of_allocations();
--> statement-breakpoint
-- The books read ledger lines from an index alone once VACUUM has seen them. By default it would begin after a fifth of the table was inserted.
alter table lease_entries set (autovacuum_vacuum_insert_scale_factor = 0.01);
