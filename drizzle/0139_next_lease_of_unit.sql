ALTER TABLE "leases" ADD COLUMN "next_starts_on" date;--> statement-breakpoint
-- Locks the leases of the units first, so that the second statement sees what a transaction that held them has changed.
create function keep_next_leases(unit_ids uuid[]) returns void language plpgsql as $$
begin
  perform from leases l where l.unit_id = any(unit_ids) order by l.id for no key update;
  update leases l set next_starts_on = n.starts_on
  from unnest(unit_ids) as u(id) cross join lateral (
    select o.id, (select min(n.starts_on) from leases n where n.unit_id = u.id and n.undone_at is null and n.starts_on > o.starts_on) as starts_on
    from leases o where o.unit_id = u.id offset 0
  ) n
  where n.id = l.id and l.next_starts_on is distinct from n.starts_on;
end $$;
--> statement-breakpoint
create function keep_next_of_leases() returns trigger language plpgsql as $$
begin
  perform keep_next_leases((select array_agg(distinct unit_id) from added));
  return null;
end $$;
--> statement-breakpoint
create trigger leases_keep_next after insert on leases referencing new table as added for each statement execute function keep_next_of_leases();
--> statement-breakpoint
create function keep_next_of_lease() returns trigger language plpgsql as $$
begin
  perform keep_next_leases(array[new.unit_id]);
  return null;
end $$;
--> statement-breakpoint
create trigger leases_keep_next_of_undone after update on leases for each row when (new.undone_at is distinct from old.undone_at)
execute function keep_next_of_lease();
