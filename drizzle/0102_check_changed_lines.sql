-- A change of a lease's ledger names the charge and the credit that changed, so that the check reads those and not the whole ledger.
ALTER TABLE "unchecked_changes" ADD COLUMN "charge_id" uuid;--> statement-breakpoint
ALTER TABLE "unchecked_changes" ADD COLUMN "credit_id" uuid;--> statement-breakpoint
create or replace function keep_allocated() returns trigger language plpgsql as $$
begin
  update charges c set paid_cents = c.paid_cents + a.cents
  from (select charge_id, sum(cents) as cents from added group by 1) a where c.id = a.charge_id and a.cents <> 0;
  update lease_credits c set used_cents = c.used_cents + a.cents
  from (select credit_id, sum(cents) as cents from added group by 1) a where c.id = a.credit_id and a.cents <> 0;
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
  update leases set needs_allocation = true
  where not needs_allocation and id in (select lease_id from added where credit_id is not null);
  insert into unchecked_changes (lease_id, charge_id, credit_id) select distinct lease_id, charge_id, credit_id from added;
  return null;
end $$;
--> statement-breakpoint
-- Changes noted by an earlier version name only the lease. Names all its charges and credits.
insert into unchecked_changes (lease_id, charge_id) select u.lease_id, c.id from (select distinct lease_id from unchecked_changes where lease_id is not null) u join charges c on c.lease_id = u.lease_id;
--> statement-breakpoint
insert into unchecked_changes (lease_id, credit_id) select u.lease_id, c.id from (select distinct lease_id from unchecked_changes where lease_id is not null) u join lease_credits c on c.lease_id = u.lease_id;
--> statement-breakpoint
-- As before, but a line that takes nothing back reads no charge, and a credit that gave unused days back is looked for among its own lease's charges. Planned
-- while the tables were small, the one statement joined all open rents with all charges for each line.
create or replace function decide_fees_again() returns trigger language plpgsql as $$
declare
  unpaid uuid[];
begin
  if not exists (select from added where kind = 'reversal' and cents > 0) then return null; end if;
  select array_agg(distinct a.charge_id) into unpaid from added e join lease_allocations a on a.credit_id = e.credit_id
  where e.kind = 'reversal' and e.cents > 0
    and not exists (select from charges given where given.lease_id = e.lease_id and given.unused_credit_id = e.credit_id);
  update charges c set fee_check_at = c.fee_from_on::timestamp at time zone l.time_zone
  from leases l
  where l.id = c.lease_id and c.id = any(unpaid) and c.kind = 'rent' and c.paid_cents < c.cents and c.voided_at is null and c.fees_waived_at is null
    and c.fee_from_on is not null
    and (c.created_at > l.created_at or c.created_at < c.fee_from_on::timestamp at time zone l.time_zone or exists (select from charges f where f.for_charge_id = c.id));
  return null;
end $$;
