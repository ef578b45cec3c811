-- As in 0083, but of several charges due on one day, rent gives back last: a refund undoes the order in which money pays.
create or replace function release_credit(credit uuid, most bigint, moment timestamptz, counts timestamptz default null) returns void language sql as $$
  with held as (
    select a.charge_id, a.arrived_at, sum(a.cents) as cents, c.due_on,
      case c.kind when 'rent' then 0 when 'utility' then 1 when 'fee' then 3 when 'lateFee' then 3 else 2 end as rank
    from lease_allocations a join charges c on c.id = a.charge_id where a.credit_id = credit group by 1, 2, 4, 5 having sum(a.cents) > 0
  ), placed as (
    select h.*, sum(h.cents) over (order by h.due_on desc, h.rank desc, h.charge_id desc, h.arrived_at desc nulls last) - h.cents as before from held h
  )
  insert into lease_allocations (credit_id, charge_id, cents, at, arrived_at, counts_at)
  select credit, charge_id, -least(cents, most - before), moment, arrived_at,
    case when counts is null then arrived_at else greatest(counts, arrived_at + interval '1 millisecond') end
  from placed where before < most;
$$;
