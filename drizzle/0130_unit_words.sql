ALTER TABLE "units" ADD COLUMN "merchant_id" uuid;--> statement-breakpoint
ALTER TABLE "units" ADD COLUMN "words" text;--> statement-breakpoint
-- The words by which a unit is found: its property and its name, and on a second line the address.
create function unit_words(property text, unit text, address text) returns text language sql immutable as $$
  select search_text(property || ' ' || unit || chr(10) || address);
$$;
--> statement-breakpoint
create function name_unit() returns trigger language plpgsql as $$
begin
  select pr.merchant_id, unit_words(pr.name, new.name, pr.address) into new.merchant_id, new.words from properties pr where pr.id = new.property_id;
  return new;
end $$;
--> statement-breakpoint
create trigger units_name_added before insert on units for each row when (new.words is null) execute function name_unit();
--> statement-breakpoint
-- Also while a copy of a database is loaded without its other triggers.
alter table units enable always trigger units_name_added;
--> statement-breakpoint
create trigger units_name_changed before update on units for each row when (new.name <> old.name) execute function name_unit();
--> statement-breakpoint
-- Names the units of changed properties again. Whoever renames one of these units at the same time waits for its row, or this statement waits and then reads its new name.
create function name_units_of_properties() returns trigger language plpgsql as $$
begin
  update units un set words = unit_words(n.name, un.name, n.address) from changed n join before b on b.id = n.id
  where un.property_id = n.id and (n.name, n.address) is distinct from (b.name, b.address);
  return null;
end $$;
--> statement-breakpoint
create trigger properties_name_units after update on properties referencing old table as before new table as changed
  for each statement execute function name_units_of_properties();
