ALTER TABLE "lease_entries" DROP CONSTRAINT "lease_entries_direction";--> statement-breakpoint
ALTER TABLE "lease_allocations" ADD COLUMN "arrived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lease_allocations" ADD COLUMN "counts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lease_credits" ADD COLUMN "beyond_cents" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "lease_credits" ADD COLUMN "counts_short" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "lease_credits" ADD COLUMN "given_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lease_credits" ADD COLUMN "taken_away_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "deep_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lease_entries" ADD CONSTRAINT "lease_entries_direction" CHECK (case when "lease_entries"."kind" = 'reversal' then "lease_entries"."cents" <> 0 when "lease_entries"."kind" in ('charge', 'refund') then "lease_entries"."cents" > 0 else "lease_entries"."cents" < 0 end) NOT VALID;
--> statement-breakpoint
-- Returns the USDC that came in for a payment and went out of it again, one row per transfer, in the order of the chain. In: what the journal credits, and
-- with `takes_short` what is deep enough while the payment is short. Out: what went back to the payer; `of_transfer` names the short transfer that was sent back.
create function lease_payment_moves(payment uuid, takes_short boolean)
returns table (is_out boolean, transfer_id uuid, of_transfer uuid, block_time timestamptz, units numeric, place bigint) language sql stable as $$
  with came as (
    select m.id, max(m.credited) as credited, bool_or(m.is_short) as is_short from (
      select j.transfer_id as id, -sum(j.units) as credited, false as is_short from journal_entries j
      where j.payment_id = payment and j.account = 'payment' group by 1 having sum(j.units) <> 0
      union all
      select t.id, 0, true from transfers t where takes_short and t.payment_id = payment and t.deep_at is not null and t.orphaned_at is null
    ) m group by 1
  ), went as (
    select j.transfer_id as id, null::uuid as of_transfer, sum(j.units) as units from journal_entries j
    where j.payment_id = payment and j.account = 'returned' group by 1 having sum(j.units) > 0
    union all
    select g.id, c.id, sum(j.units) from came c join refunds r on r.source_transfer_id = c.id join transfers g on g.refund_id = r.id
    join journal_entries j on j.transfer_id = g.id and j.refund_id = r.id and j.account = 'unmatched'
    where c.credited = 0 group by 1, 2 having sum(j.units) > 0
  ), moves as (
    select false as is_out, c.id, null::uuid as of_transfer, case when c.credited = 0 and c.is_short then t.usdc_units else c.credited end as units
    from came c join transfers t on t.id = c.id
    union all
    select true, w.id, w.of_transfer, w.units from went w
  )
  select m.is_out, m.id, m.of_transfer, t.block_time, m.units, row_number() over (partition by m.is_out order by t.block_number, t.log_index, m.id, m.of_transfer)
  from moves m join transfers t on t.id = m.id;
$$;
--> statement-breakpoint
-- Returns what came in for a payment and what went out, in whole cents, by the day of the block where the lease is. Parts of a cent are added up before
-- they are cut, and no more goes out than came in.
create function lease_payment_days(payment uuid, takes_short boolean, zone text)
returns table (is_out boolean, day date, cents bigint) language sql stable as $$
  with moves as (
    select m.*, sum(m.units) over (partition by m.is_out order by m.place) as until,
      coalesce(sum(m.units) filter (where not m.is_out) over (), 0) as came
    from lease_payment_moves(payment, takes_short) m
  )
  select m.is_out, (m.block_time at time zone zone)::date, sum(case
    when m.is_out then floor(greatest(m.came - m.until + m.units, 0) / 10000) - floor(greatest(m.came - m.until, 0) / 10000)
    else floor(m.until / 10000) - floor((m.until - m.units) / 10000) end)::bigint
  from moves m group by 1, 2;
$$;
--> statement-breakpoint
-- Returns what of a credit arrived at which moment and is still there, and what of that no charge has. A refund takes the money that arrived last; sending a
-- short transfer back takes that transfer's. The unused sums add up to what the credit has unused, also where older allocations name no moment.
create function lease_credit_arrivals(credit uuid)
returns table (arrived_at timestamptz, cents bigint, unused_cents bigint) language sql stable as $$
  with own as (
    select k.*, k.payment_id is not null and k.taken_away_at is null as is_paid from lease_credits k where k.id = credit
  ), moves as (
    select m.* from own o cross join lateral lease_payment_moves(o.payment_id, o.counts_short) m where o.is_paid
  ), kept as (
    select m.block_time, m.place, m.units - coalesce((select sum(b.units) from moves b where b.of_transfer = m.transfer_id), 0) as units
    from moves m where not m.is_out
  ), summed as (
    select k.block_time, sum(k.units) over (order by k.place) as until, k.units,
      greatest(sum(k.units) over () - coalesce((select sum(m.units) from moves m where m.is_out and m.of_transfer is null), 0), 0) as most
    from kept k
  ), lots as (
    select s.block_time as at, sum(floor(least(s.until, s.most) / 10000) - floor(least(s.until - s.units, s.most) / 10000))::bigint as cents
    from summed s group by 1
    union all
    select o.arrived_at, (o.received_cents + o.beyond_cents)::bigint from own o where o.payment_id is null
  ), used as (
    select coalesce(a.arrived_at, o.arrived_at) as at, sum(a.cents) as cents
    from own o join lease_allocations a on a.credit_id = o.id group by 1
  ), free as (
    select l.at, l.cents, greatest(l.cents - coalesce(u.cents, 0), 0) as unused from lots l left join used u on u.at = l.at
  ), placed as (
    select f.*, sum(f.unused) over (order by f.at) as until, sum(f.unused) over () - (o.received_cents - o.used_cents) as beyond from free f cross join own o
  )
  select p.at, p.cents, greatest(least(p.unused, p.until - greatest(p.beyond, 0)), 0)::bigint from placed p;
$$;
--> statement-breakpoint
drop function release_credit(uuid, integer, timestamptz);
--> statement-breakpoint
-- Takes this many cents of a credit back from the charges that it pays: the charge that is due last first, and of its cents those that arrived last.
-- `counts` is the moment at which the books count that; without it, the moment at which the cents arrived, as if they had never come.
create function release_credit(credit uuid, most bigint, moment timestamptz, counts timestamptz default null) returns void language sql as $$
  with held as (
    select a.charge_id, a.arrived_at, sum(a.cents) as cents, c.due_on
    from lease_allocations a join charges c on c.id = a.charge_id where a.credit_id = credit group by 1, 2, 4 having sum(a.cents) > 0
  ), placed as (
    select h.*, sum(h.cents) over (order by h.due_on desc, h.charge_id desc, h.arrived_at desc nulls last) - h.cents as before from held h
  )
  insert into lease_allocations (credit_id, charge_id, cents, at, arrived_at, counts_at)
  select credit, charge_id, -least(cents, most - before), moment, arrived_at, coalesce(counts, arrived_at) from placed where before < most;
$$;
--> statement-breakpoint
-- Gives the allocations of a credit other moments where more is allocated of a moment than arrived at it. No charge is paid more or less by that.
create function move_allocations(credit uuid, moment timestamptz) returns void language sql as $$
  with held as (
    select a.charge_id, a.arrived_at, coalesce(a.arrived_at, k.arrived_at) as at, sum(a.cents) as cents, min(a.id) as first
    from lease_allocations a join lease_credits k on k.id = a.credit_id where a.credit_id = credit group by 1, 2, 3 having sum(a.cents) > 0
  ), lots as (
    select l.arrived_at as at, l.cents from lease_credit_arrivals(credit) l where l.cents > 0
  ), laid as (
    select h.*, sum(h.cents) over (order by h.at, h.first, h.charge_id) as until from held h
  ), marks as (
    select l.at, sum(l.cents) over (order by l.at) - l.cents as since, sum(l.cents) over (order by l.at) as until from lots l
    union all
    select null, coalesce(sum(l.cents), 0), 'infinity'::numeric from lots l
  ), moved as (
    select h.charge_id, coalesce(m.at, h.arrived_at) as arrived_at, least(h.until, m.until) - greatest(h.until - h.cents, m.since) as cents
    from laid h join marks m on m.until > h.until - h.cents and m.since < h.until
    union all
    select h.charge_id, h.arrived_at, -h.cents from held h
  )
  insert into lease_allocations (credit_id, charge_id, cents, at, arrived_at, counts_at)
  select credit, charge_id, sum(cents), moment, arrived_at, arrived_at from moved
  where exists (
    select from (select h.at, sum(h.cents) as cents from held h group by 1) u left join lots l on l.at = u.at where u.cents > coalesce(l.cents, 0)
  )
  group by charge_id, arrived_at having sum(cents) <> 0;
$$;
--> statement-breakpoint
-- Keeps what is allocated, on both sides.
create or replace function keep_allocated() returns trigger language plpgsql as $$
begin
  update charges c set paid_cents = c.paid_cents + a.cents
  from (select charge_id, sum(cents) as cents from added group by 1) a where c.id = a.charge_id and a.cents <> 0;
  update lease_credits c set used_cents = c.used_cents + a.cents
  from (select credit_id, sum(cents) as cents from added group by 1) a where c.id = a.credit_id and a.cents <> 0;
  insert into unchecked_changes (lease_id) select distinct c.lease_id from added a join lease_credits c on c.id = a.credit_id;
  return null;
end $$;
--> statement-breakpoint
-- Keeps what the lines of each credit add up to. What is gone is taken back from the charges at once, so that no more is allocated than came in.
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
  update leases set needs_allocation = true
  where not needs_allocation and id in (select lease_id from added where credit_id is not null);
  insert into unchecked_changes (lease_id) select distinct lease_id from added;
  return null;
end $$;
--> statement-breakpoint
-- Writes the lines by which a payment's money in its lease's ledger becomes what the journal and the transfers say, by day: one for what came or went back on
-- a day, and reversals, with their day, for what is there no more. A payment that is given to another lease or taken away is taken out of the ledger it was in.
create function post_lease_payment(which uuid, moment timestamptz, about text default null, actor uuid default null) returns void language plpgsql as $$
declare
  own record;
  held uuid;
  most constant bigint := 2000000000;
begin
  loop
    select k.lease_id into held from lease_credits k where k.id = which;
    perform from leases l where l.id = held or l.id in (select e.lease_id from lease_entries e where e.credit_id = which) order by l.id for no key update;
    select k.*, l.time_zone, l.part_payments into own from lease_credits k join leases l on l.id = k.lease_id where k.id = which;
    exit when own.lease_id = held;
  end loop;
  if own.payment_id is null then return; end if;
  if own.part_payments and not own.counts_short and own.taken_away_at is null
    and exists (select from transfers t where t.payment_id = own.payment_id and t.deep_at is not null)
  then
    own.counts_short := true;
  end if;
  update lease_credits k set counts_short = own.counts_short,
    arrived_at = coalesce(k.arrived_at, (select min(m.block_time) from lease_payment_moves(own.payment_id, own.counts_short) m where not m.is_out))
  where k.id = which and (k.arrived_at is null or k.counts_short is distinct from own.counts_short);
  if own.given_at is not null and own.used_cents > 0 and exists (
    select from lease_entries e where e.credit_id = which and e.lease_id <> own.lease_id group by e.lease_id having sum(e.cents) <> 0
  ) then
    perform release_credit(which, own.used_cents, moment);
  end if;
  insert into lease_entries (lease_id, kind, credit_id, cents, effective_on, posted_at, note, actor_id)
  select d.lease_id,
    case when d.cents < 0 then 'reversal' when d.is_out then 'refund' else 'payment' end,
    which, case when d.is_out then 1 else -1 end * (sign(d.cents) * least(abs(d.cents) - piece * most, most)), d.day, moment, about, actor
  from (
    select s.lease_id, s.is_out, s.day, sum(s.cents) as cents from (
      select own.lease_id, m.is_out, m.day, m.cents from lease_payment_days(own.payment_id, own.counts_short, own.time_zone) m where own.taken_away_at is null
      union all
      select e.lease_id, e.kind = 'refund' or (e.kind = 'reversal' and e.cents < 0), e.effective_on,
        case when e.kind = 'refund' or (e.kind = 'reversal' and e.cents < 0) then -e.cents else e.cents end
      from lease_entries e where e.credit_id = which
    ) s group by 1, 2, 3 having sum(s.cents) <> 0
  ) d cross join lateral generate_series(0, ceil(abs(d.cents)::numeric / most)::bigint - 1) piece
  order by d.lease_id = own.lease_id, d.cents > 0, d.is_out, d.day;
end $$;
--> statement-breakpoint
-- Brings the ledgers of leases in line with what a statement adds to the journal about their payments.
create or replace function post_lease_payments() returns trigger language plpgsql as $$
declare line record;
begin
  for line in
    select k.id, max(a.at) as posted_at from (
      select j.payment_id, j.at from added j where j.account in ('payment', 'returned')
      union all
      select t.payment_id, j.at from added j join refunds r on r.id = j.refund_id join transfers t on t.id = r.source_transfer_id
      where j.refund_id is not null and j.account = 'unmatched' and t.deep_at is not null
    ) a
    join lease_credits k on k.payment_id = a.payment_id group by k.lease_id, k.id order by k.lease_id, k.id
  loop
    perform post_lease_payment(line.id, line.posted_at);
  end loop;
  return null;
end $$;
--> statement-breakpoint
create function forget_deep() returns trigger language plpgsql as $$
begin
  new.deep_at := null;
  return new;
end $$;
--> statement-breakpoint
-- A transfer is deep enough in its block and for its payment, and no longer once either changes.
create trigger transfers_forget_deep before update on transfers for each row when (
  old.deep_at is not null and new.deep_at is not null
  and (new.orphaned_at is not null or new.block_hash <> old.block_hash or new.payment_id is distinct from old.payment_id
    or new.verdict is null or new.verdict not in ('short', 'part'))
) execute function forget_deep();
--> statement-breakpoint
create function post_deep_transfer() returns trigger language plpgsql as $$
declare line record;
begin
  for line in select k.id from lease_credits k where k.payment_id in (old.payment_id, new.payment_id) order by k.lease_id, k.id loop
    perform post_lease_payment(line.id, coalesce(new.deep_at, new.orphaned_at, now()));
  end loop;
  return null;
end $$;
--> statement-breakpoint
create trigger transfers_post_deep after update on transfers for each row when (old.deep_at is distinct from new.deep_at) execute function post_deep_transfer();
--> statement-breakpoint
create function post_new_credit() returns trigger language plpgsql as $$
begin
  if exists (select from transfers t where t.payment_id = new.payment_id and (t.deep_at is not null or t.counted_at is not null)) then
    perform post_lease_payment(new.id, new.created_at);
  end if;
  return null;
end $$;
--> statement-breakpoint
-- A checkout that is asked for again can name a lease after money arrived. What a landlord gives is posted with a note by who gives it.
create trigger lease_credits_post after insert on lease_credits for each row
  when (new.payment_id is not null and new.given_at is null) execute function post_new_credit();
