-- `keep_leases_of_credit_lines` joined two functions over the same leases. The planner expects ten leases, and read the second list again for each row of the
-- first: 50,000 leases in one statement took more than twelve minutes. The second function is now asked for one lease at a time.
create or replace function keep_leases_of_credit_lines(ids uuid[]) returns void language plpgsql as $$
begin
  perform from leases l where l.id = any(ids) order by l.id for no key update;
  update leases l set open_cents = s.open_cents, open_deposit_cents = s.open_deposit_cents, unused_cents = s.unused_cents, held_cents = s.held_cents,
    open_due_on = s.open_due_on, owed_since = s.owed_since, needs_allocation = s.open_cents > 0 and s.unused_cents > 0,
    last_paid_on = a.last_paid_on, last_paid_cents = a.last_paid_cents, deposits_moved_on = a.deposits_moved_on
  from lease_standings(ids) s cross join lateral lease_activity(array[s.lease_id]) a
  where s.lease_id = l.id and (l.open_cents, l.open_deposit_cents, l.unused_cents, l.held_cents, l.open_due_on, l.owed_since, l.needs_allocation,
    l.last_paid_on, l.last_paid_cents, l.deposits_moved_on) is distinct from (s.open_cents, s.open_deposit_cents, s.unused_cents, s.held_cents, s.open_due_on,
    s.owed_since, s.open_cents > 0 and s.unused_cents > 0, a.last_paid_on, a.last_paid_cents, a.deposits_moved_on);
end $$;
