-- Writes a lease's row once where a payment arrives, and once where it is allocated. Each version has an entry in every index of the table. The functions before wrote three
-- of each: for the money, for the last payment, and for the mark that money waits to be allocated; for the charge, and for the credit.
create function keep_credit_leases(ids uuid[], received uuid[]) returns void language plpgsql as $$
begin
  perform from leases l where l.id = any(ids) order by l.id for no key update;
  update leases l set open_cents = s.open_cents, open_deposit_cents = s.open_deposit_cents, unused_cents = s.unused_cents, held_cents = s.held_cents,
    open_due_on = s.open_due_on, owed_since = s.owed_since, last_paid_on = a.last_paid_on, last_paid_cents = a.last_paid_cents, deposits_moved_on = a.deposits_moved_on,
    needs_allocation = l.needs_allocation or l.id = any(received)
  from lease_standings(ids) s join lease_activity(ids) a on a.lease_id = s.lease_id
  where s.lease_id = l.id and (l.open_cents, l.open_deposit_cents, l.unused_cents, l.held_cents, l.open_due_on, l.owed_since, l.last_paid_on, l.last_paid_cents,
      l.deposits_moved_on, l.needs_allocation) is distinct from
    (s.open_cents, s.open_deposit_cents, s.unused_cents, s.held_cents, s.open_due_on, s.owed_since, a.last_paid_on, a.last_paid_cents,
      a.deposits_moved_on, l.needs_allocation or l.id = any(received));
end $$;
--> statement-breakpoint
-- A credit that is assigned to another lease changes both. Money that came or went waits to be allocated, as `keep_received` marks it.
create or replace function keep_standings_of_credits() returns trigger language plpgsql as $$
begin
  perform keep_credit_leases(array_agg(distinct c.lease_id), coalesce(array_agg(distinct n.lease_id) filter (
    where (n.received_cents, n.beyond_cents) is distinct from (b.received_cents, b.beyond_cents)), '{}'))
  from changed n join before b on b.id = n.id cross join lateral (values (n.lease_id), (b.lease_id)) as c(lease_id)
  where (n.lease_id, n.received_cents, n.beyond_cents, n.used_cents) is distinct from (b.lease_id, b.received_cents, b.beyond_cents, b.used_cents) having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
-- Adds allocations to their charges and credits in one statement, so that the triggers of both see the result.
create or replace function keep_allocated() returns trigger language plpgsql as $$
begin
  with charged as (
    update charges c set paid_cents = c.paid_cents + a.cents
    from (select charge_id, sum(cents) as cents from added group by 1) a where c.id = a.charge_id and a.cents <> 0
  )
  update lease_credits c set used_cents = c.used_cents + a.cents
  from (select credit_id, sum(cents) as cents from added group by 1) a where c.id = a.credit_id and a.cents <> 0;
  insert into unchecked_changes (lease_id, charge_id, credit_id)
  select distinct c.lease_id, a.charge_id, a.credit_id from added a join lease_credits c on c.id = a.credit_id;
  return null;
end $$;
