ALTER TABLE "lease_entries" VALIDATE CONSTRAINT "lease_entries_of_merchant";--> statement-breakpoint
ALTER TABLE "leases" VALIDATE CONSTRAINT "leases_of_property";--> statement-breakpoint
-- Money that came and was put to charges wrote six versions of its lease's row, each with an entry in every index of it. The triggers on ledger lines and
-- allocations now write the row themselves, once, when all charges and credits are written. Those on charges and credits keep the rest. A lease needs allocation
-- while it has both money that is not used and a charge that is open, so its last allocation clears that mark.
create or replace function keep_lease_standings(ids uuid[]) returns void language plpgsql as $$
begin
  perform from leases l where l.id = any(ids) order by l.id for no key update;
  update leases l set open_cents = s.open_cents, open_deposit_cents = s.open_deposit_cents, unused_cents = s.unused_cents, held_cents = s.held_cents,
    open_due_on = s.open_due_on, owed_since = s.owed_since, needs_allocation = l.needs_allocation and s.open_cents > 0 and s.unused_cents > 0
  from lease_standings(ids) s
  where s.lease_id = l.id and (l.open_cents, l.open_deposit_cents, l.unused_cents, l.held_cents, l.open_due_on, l.owed_since, l.needs_allocation) is distinct from
    (s.open_cents, s.open_deposit_cents, s.unused_cents, s.held_cents, s.open_due_on, s.owed_since, l.needs_allocation and s.open_cents > 0 and s.unused_cents > 0);
end $$;
--> statement-breakpoint
-- Keeps the row of leases whose credits have new lines: their money, whether some of it is to be allocated, and their last payment.
create function keep_leases_of_credit_lines(ids uuid[]) returns void language plpgsql as $$
begin
  perform from leases l where l.id = any(ids) order by l.id for no key update;
  update leases l set open_cents = s.open_cents, open_deposit_cents = s.open_deposit_cents, unused_cents = s.unused_cents, held_cents = s.held_cents,
    open_due_on = s.open_due_on, owed_since = s.owed_since, needs_allocation = s.open_cents > 0 and s.unused_cents > 0,
    last_paid_on = a.last_paid_on, last_paid_cents = a.last_paid_cents, deposits_moved_on = a.deposits_moved_on
  from lease_standings(ids) s join lease_activity(ids) a on a.lease_id = s.lease_id
  where s.lease_id = l.id and (l.open_cents, l.open_deposit_cents, l.unused_cents, l.held_cents, l.open_due_on, l.owed_since, l.needs_allocation,
    l.last_paid_on, l.last_paid_cents, l.deposits_moved_on) is distinct from (s.open_cents, s.open_deposit_cents, s.unused_cents, s.held_cents, s.open_due_on,
    s.owed_since, s.open_cents > 0 and s.unused_cents > 0, a.last_paid_on, a.last_paid_cents, a.deposits_moved_on);
end $$;
--> statement-breakpoint
create or replace function keep_allocated() returns trigger language plpgsql as $$
begin
  update charges c set paid_cents = c.paid_cents + a.cents
  from (select charge_id, sum(cents) as cents from added group by 1) a where c.id = a.charge_id and a.cents <> 0;
  update lease_credits c set used_cents = c.used_cents + a.cents
  from (select credit_id, sum(cents) as cents from added group by 1) a where c.id = a.credit_id and a.cents <> 0;
  perform keep_lease_standings(array_agg(distinct o.lease_id)) from added a cross join lateral (
    select c.lease_id from charges c where c.id = a.charge_id union all select k.lease_id from lease_credits k where k.id = a.credit_id offset 0
  ) o;
  insert into unchecked_changes (lease_id, charge_id, credit_id)
  select distinct c.lease_id, a.charge_id, a.credit_id from added a join lease_credits c on c.id = a.credit_id;
  return null;
end $$;
--> statement-breakpoint
create or replace function keep_received() returns trigger language plpgsql as $$
declare
  line record;
  spent bigint;
  total bigint;
  most constant bigint := 2147483647;
begin
  for line in
    select e.credit_id, sum(e.cents) as cents, bool_or(e.cents > 0) as is_back, max(e.posted_at) as posted_at,
      max((e.effective_on + time '12:00') at time zone l.time_zone) filter (where e.kind = 'refund') as refunded_at
    from added e join leases l on l.id = e.lease_id where e.credit_id is not null group by 1 order by 1
  loop
    select received_cents + beyond_cents - line.cents, used_cents - least(received_cents + beyond_cents - line.cents, most) into total, spent
    from lease_credits where id = line.credit_id for no key update;
    if spent > 0 then perform release_credit(line.credit_id, spent, line.posted_at, line.refunded_at); end if;
    update lease_credits set received_cents = least(total, most), beyond_cents = greatest(total - most, 0) where id = line.credit_id;
    if line.is_back then perform move_allocations(line.credit_id, line.posted_at); end if;
  end loop;
  perform keep_leases_of_credit_lines(array_agg(distinct lease_id)) from added where credit_id is not null having count(*) > 0;
  insert into unchecked_changes (lease_id, charge_id, credit_id) select distinct lease_id, charge_id, credit_id from added;
  return null;
end $$;
--> statement-breakpoint
-- What an allocation pays and a line brings is kept by their own triggers.
create or replace function keep_standings_of_charges() returns trigger language plpgsql as $$
begin
  perform keep_lease_standings(array_agg(distinct n.lease_id))
  from changed n join before b on b.id = n.id where n.voided_at is distinct from b.voided_at having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
-- A credit that is assigned to another lease changes both.
create or replace function keep_standings_of_credits() returns trigger language plpgsql as $$
begin
  perform keep_lease_standings(array_agg(distinct c.lease_id))
  from changed n join before b on b.id = n.id cross join lateral (values (n.lease_id), (b.lease_id)) as c(lease_id)
  where n.lease_id <> b.lease_id having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create or replace function keep_activity_of_lines() returns trigger language plpgsql as $$
begin
  perform keep_lease_activity(array_agg(distinct e.lease_id)) from added e
  where e.credit_id is null and exists (select from charges c where c.id = e.charge_id and c.kind = 'deposit' offset 0) having count(*) > 0;
  return null;
end $$;
