ALTER TABLE "lease_names" ADD COLUMN "ends_on" date;--> statement-breakpoint
-- The last day of a lease stands beside its names. Whoever changes that day holds the row of the lease.
create function name_last_day() returns trigger language plpgsql as $$
begin
  new.ends_on := (select l.ends_on from leases l where l.id = new.lease_id);
  return new;
end $$;
--> statement-breakpoint
create trigger lease_names_last_day before insert on lease_names for each row when (new.ends_on is null) execute function name_last_day();
--> statement-breakpoint
-- Also while a copy of a database is loaded without its other triggers.
alter table lease_names enable always trigger lease_names_last_day;
--> statement-breakpoint
create function keep_last_day() returns trigger language plpgsql as $$
begin
  update lease_names set ends_on = new.ends_on where lease_id = new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger leases_keep_last_day after update on leases for each row when (new.ends_on is distinct from old.ends_on) execute function keep_last_day();
