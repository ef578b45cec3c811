-- Takes this many cents of a credit back from the charges that it pays: the charge that is due last first, and of its cents those that arrived last.
-- `counts` is the moment at which the books count that; without it, the moment at which the cents arrived, as if they had never come. The line of a refund
-- names only a day, and its moment is noon. Cents that arrived later on that day count as refunded a millisecond after they arrived, because late fees
-- distinguish by this moment what was refunded from what never came.
create or replace function release_credit(credit uuid, most bigint, moment timestamptz, counts timestamptz default null) returns void language sql as $$
  with held as (
    select a.charge_id, a.arrived_at, sum(a.cents) as cents, c.due_on
    from lease_allocations a join charges c on c.id = a.charge_id where a.credit_id = credit group by 1, 2, 4 having sum(a.cents) > 0
  ), placed as (
    select h.*, sum(h.cents) over (order by h.due_on desc, h.charge_id desc, h.arrived_at desc nulls last) - h.cents as before from held h
  )
  insert into lease_allocations (credit_id, charge_id, cents, at, arrived_at, counts_at)
  select credit, charge_id, -least(cents, most - before), moment, arrived_at,
    case when counts is null then arrived_at else greatest(counts, arrived_at + interval '1 millisecond') end
  from placed where before < most;
$$;
