CREATE TABLE "lease_names" (
	"lease_id" uuid PRIMARY KEY NOT NULL,
	"merchant_id" uuid NOT NULL,
	"tenant_key" text NOT NULL,
	"unit_key" text[] NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
ALTER TABLE "lease_entries" ADD COLUMN "merchant_id" uuid;--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "property_id" uuid;--> statement-breakpoint
ALTER TABLE "lease_names" ADD CONSTRAINT "lease_names_lease_id_leases_id_fk" FOREIGN KEY ("lease_id") REFERENCES "public"."leases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_names" ADD CONSTRAINT "lease_names_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lease_names_tenant_idx" ON "lease_names" USING btree ("merchant_id","tenant_key","lease_id");--> statement-breakpoint
CREATE INDEX "lease_names_unit_idx" ON "lease_names" USING btree ("merchant_id","unit_key","lease_id");--> statement-breakpoint
CREATE INDEX "lease_names_words_idx" ON "lease_names" USING gin ("merchant_id","words" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
-- Writes the merchant of a ledger line.
create function name_entry_merchant() returns trigger language plpgsql as $$
begin
  new.merchant_id := (select l.merchant_id from leases l where l.id = new.lease_id);
  return new;
end $$;
--> statement-breakpoint
create trigger lease_entries_merchant before insert on lease_entries for each row when (new.merchant_id is null) execute function name_entry_merchant();
--> statement-breakpoint
-- Also while a copy of a database is loaded without its other triggers.
alter table lease_entries enable always trigger lease_entries_merchant;
--> statement-breakpoint
-- Writes the property of a lease. Its unit never changes, nor does the unit's property.
create function name_lease_property() returns trigger language plpgsql as $$
begin
  new.property_id := (select un.property_id from units un where un.id = new.unit_id);
  return new;
end $$;
--> statement-breakpoint
create trigger leases_property before insert on leases for each row when (new.property_id is null) execute function name_lease_property();
--> statement-breakpoint
alter table leases enable always trigger leases_property;
--> statement-breakpoint
-- The merchant of earlier lines is filled in afterwards. Every other change of a line is refused as before.
create function refuse_entry_change() returns trigger language plpgsql as $$
begin
  if old.merchant_id is not null or to_jsonb(new) - 'merchant_id' <> to_jsonb(old) - 'merchant_id' then
    raise exception 'lease_entries is append-only' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
drop trigger lease_entries_append_only on lease_entries;
--> statement-breakpoint
create trigger lease_entries_append_only before delete or truncate on lease_entries execute function refuse_change();
--> statement-breakpoint
create trigger lease_entries_fixed before update on lease_entries for each row execute function refuse_entry_change();
--> statement-breakpoint
-- Computes the names by which leases are listed. OFFSET 0 makes PostgreSQL look up each lease by an index.
create function lease_naming(ids uuid[]) returns table (lease_id uuid, merchant_id uuid, tenant_key text, unit_key text[], words text) language sql stable as $$
  select o.id, l.merchant_id, coalesce(t.tenant_key, ''), array[natural_key(p.property), search_text(p.property), natural_key(p.unit)],
    search_text(p.property || ' ' || p.unit) || coalesce(t.words, '')
  from unnest(ids) as o(id) cross join lateral (select l.merchant_id, l.unit_id from leases l where l.id = o.id offset 0) l cross join lateral (
    select pr.name as property, un.name as unit from units un join properties pr on pr.id = un.property_id where un.id = l.unit_id offset 0
  ) p cross join lateral (
    select (array_agg(search_text(t.name) order by t.ended_at desc nulls first, t.id))[1] as tenant_key,
      string_agg(chr(10) || search_text(t.name || ' ' || t.email), '' order by t.id) as words
    from lease_tenants t where t.lease_id = o.id offset 0
  ) t;
$$;
--> statement-breakpoint
-- Keeps the names of leases. Locks their properties against renaming first, and then the rows: the last statement sees what another transaction committed while this
-- one waited. In the order of their ids, so that two transactions never wait for each other here.
create function keep_lease_names(ids uuid[]) returns void language plpgsql as $$
begin
  perform from properties pr where pr.id in (select un.property_id from leases l join units un on un.id = l.unit_id where l.id = any(ids)) order by pr.id for share;
  insert into lease_names (lease_id, merchant_id, tenant_key, unit_key, words)
  select n.lease_id, n.merchant_id, n.tenant_key, n.unit_key, n.words from lease_naming(ids) n
  where not exists (select from lease_names k where k.lease_id = n.lease_id) order by n.lease_id on conflict do nothing;
  perform from lease_names k where k.lease_id = any(ids) order by k.lease_id for no key update;
  update lease_names k set tenant_key = n.tenant_key, unit_key = n.unit_key, words = n.words from lease_naming(ids) n
  where n.lease_id = k.lease_id and (k.tenant_key, k.unit_key, k.words) is distinct from (n.tenant_key, n.unit_key, n.words);
end $$;
--> statement-breakpoint
create function keep_names_of_leases() returns trigger language plpgsql as $$
begin
  perform keep_lease_names(array_agg(a.id)) from added a having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create function keep_names_of_tenants() returns trigger language plpgsql as $$
begin
  perform keep_lease_names(array_agg(distinct c.lease_id)) from changed c having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create function keep_names_of_changed_tenants() returns trigger language plpgsql as $$
begin
  perform keep_lease_names(array_agg(distinct n.lease_id)) from changed n join before b on b.id = n.id
  where (n.name, n.email, n.ended_at) is distinct from (b.name, b.email, b.ended_at) having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create function keep_names_of_units() returns trigger language plpgsql as $$
begin
  perform keep_lease_names(array_agg(l.id)) from changed n join before b on b.id = n.id
  cross join lateral (select l.id from leases l where l.unit_id = n.id offset 0) l where n.name <> b.name having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create function keep_names_of_properties() returns trigger language plpgsql as $$
begin
  perform keep_lease_names(array_agg(l.id)) from changed n join before b on b.id = n.id
  cross join lateral (select un.id from units un where un.property_id = n.id offset 0) un
  cross join lateral (select l.id from leases l where l.unit_id = un.id offset 0) l where n.name <> b.name having count(*) > 0;
  return null;
end $$;
--> statement-breakpoint
create trigger leases_keep_names after insert on leases referencing new table as added for each statement execute function keep_names_of_leases();
--> statement-breakpoint
create trigger lease_tenants_keep_added after insert on lease_tenants referencing new table as changed for each statement execute function keep_names_of_tenants();
--> statement-breakpoint
create trigger lease_tenants_keep_removed after delete on lease_tenants referencing old table as changed for each statement execute function keep_names_of_tenants();
--> statement-breakpoint
create trigger lease_tenants_keep_changed after update on lease_tenants referencing old table as before new table as changed
  for each statement execute function keep_names_of_changed_tenants();
--> statement-breakpoint
create trigger units_keep_changed after update on units referencing old table as before new table as changed for each statement execute function keep_names_of_units();
--> statement-breakpoint
create trigger properties_keep_changed after update on properties referencing old table as before new table as changed
  for each statement execute function keep_names_of_properties();
--> statement-breakpoint
-- Lists the scheduled jobs that have used up their retries and have not succeeded since. The job queue's library creates its tables when it first starts.
create function failed_jobs() returns table (name text, count integer, last_id uuid, since timestamptz) language plpgsql stable as $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  -- OFFSET 0: after each job's own success. Without it the planner may go through everything that ever failed.
  return query execute $query$
    select failed.name, count(*)::integer, (array_agg(failed.id order by failed.completed_on desc, failed.id))[1], min(failed.completed_on)
    from pgboss.queue
    cross join lateral (select max(completed_on) as at from pgboss.job where job.name = queue.name and state = 'completed') worked
    cross join lateral (
      select j.name, j.id, j.completed_on from pgboss.job j
      where j.name = queue.name and j.state = 'failed' and j.completed_on >= coalesce(worked.at, '-infinity') offset 0
    ) failed
    group by failed.name$query$;
end $$;
