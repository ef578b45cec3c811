ALTER TABLE "leases" ADD COLUMN "open_cents" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "open_deposit_cents" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "unused_cents" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "held_cents" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "open_due_on" date;
--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "owed_since" date DEFAULT '9999-12-31' NOT NULL;
--> statement-breakpoint
-- Computes the money of leases: their open charges, the unused money of their credits, and the deposit money held.
create function lease_standings(ids uuid[]) returns table (lease_id uuid, open_cents bigint, open_deposit_cents bigint, unused_cents bigint, held_cents bigint,
  open_due_on date, owed_since date) language sql stable as $$
  select o.id, p.open_cents, p.open_deposit_cents, u.unused_cents, h.held_cents, p.open_due_on,
    case when p.open_cents > u.unused_cents then p.open_due_on else date '9999-12-31' end
  from unnest(ids) as o(id) cross join lateral (
    select coalesce(sum(c.cents - c.paid_cents), 0) as open_cents, coalesce(sum(c.cents - c.paid_cents) filter (where c.kind = 'deposit'), 0) as open_deposit_cents,
      min(c.due_on) as open_due_on
    from charges c where c.lease_id = o.id and c.paid_cents < c.cents and c.voided_at is null
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
-- Keeps the money of leases on their rows. Locks the leases first: the second statement then sees what another transaction committed while this one waited.
-- In the order of their ids, so that two transactions never wait for each other here.
create function keep_lease_standings(ids uuid[]) returns void language plpgsql as $$
begin
  perform from leases l where l.id = any(ids) order by l.id for no key update;
  update leases l set open_cents = s.open_cents, open_deposit_cents = s.open_deposit_cents, unused_cents = s.unused_cents, held_cents = s.held_cents,
    open_due_on = s.open_due_on, owed_since = s.owed_since
  from lease_standings(ids) s
  where s.lease_id = l.id and (l.open_cents, l.open_deposit_cents, l.unused_cents, l.held_cents, l.open_due_on, l.owed_since) is distinct from
    (s.open_cents, s.open_deposit_cents, s.unused_cents, s.held_cents, s.open_due_on, s.owed_since);
end $$;
--> statement-breakpoint
create function keep_standings_of_added() returns trigger language plpgsql as $$
begin
  perform keep_lease_standings((select array_agg(distinct lease_id) from added));
  return null;
end $$;
--> statement-breakpoint
create function keep_standings_of_charges() returns trigger language plpgsql as $$
begin
  perform keep_lease_standings(array_agg(distinct n.lease_id))
  from changed n join before b on b.id = n.id where (n.paid_cents, n.voided_at) is distinct from (b.paid_cents, b.voided_at) having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
-- A credit that is assigned to another lease changes both.
create function keep_standings_of_credits() returns trigger language plpgsql as $$
begin
  perform keep_lease_standings(array_agg(distinct c.lease_id))
  from changed n join before b on b.id = n.id cross join lateral (values (n.lease_id), (b.lease_id)) as c(lease_id)
  where (n.lease_id, n.received_cents, n.beyond_cents, n.used_cents) is distinct from (b.lease_id, b.received_cents, b.beyond_cents, b.used_cents) having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create trigger charges_keep_added after insert on charges referencing new table as added for each statement execute function keep_standings_of_added();
--> statement-breakpoint
create trigger lease_credits_keep_added after insert on lease_credits referencing new table as added for each statement execute function keep_standings_of_added();
--> statement-breakpoint
create trigger charges_keep_changed after update on charges referencing old table as before new table as changed
  for each statement execute function keep_standings_of_charges();
--> statement-breakpoint
create trigger lease_credits_keep_changed after update on lease_credits referencing old table as before new table as changed
  for each statement execute function keep_standings_of_credits();
