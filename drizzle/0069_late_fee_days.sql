CREATE TABLE "late_fee_days" (
	"charge_id" uuid NOT NULL,
	"from_on" date NOT NULL,
	"through_on" date NOT NULL,
	"why" text NOT NULL,
	"open_cents" integer NOT NULL,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "late_fee_days_charge_id_from_on_pk" PRIMARY KEY("charge_id","from_on"),
	CONSTRAINT "late_fee_days_in_order" CHECK ("late_fee_days"."through_on" >= "late_fee_days"."from_on")
);
--> statement-breakpoint
CREATE TABLE "payment_stops" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"chain_id" integer,
	"merchant_id" uuid,
	"why" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "payment_stops_of_one" CHECK (("payment_stops"."chain_id" is null) <> ("payment_stops"."merchant_id" is null))
);
--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "fees_waived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "late_fee_days" ADD CONSTRAINT "late_fee_days_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_stops" ADD CONSTRAINT "payment_stops_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_stops_chain_lasting_key" ON "payment_stops" USING btree ("chain_id") WHERE "payment_stops"."chain_id" is not null and "payment_stops"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_stops_merchant_lasting_key" ON "payment_stops" USING btree ("merchant_id","why") WHERE "payment_stops"."merchant_id" is not null and "payment_stops"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "payment_stops_chain_idx" ON "payment_stops" USING btree ("chain_id","ended_at");--> statement-breakpoint
CREATE INDEX "payment_stops_merchant_idx" ON "payment_stops" USING btree ("merchant_id","ended_at");
--> statement-breakpoint
-- Keeps since when payments of a chain do not complete, and until when they did not.
create function keep_completion_stops() returns trigger language plpgsql as $$
begin
  if new.completions_stopped_at is null then
    update payment_stops set ended_at = greatest(began_at, case when new.updated_at is distinct from old.updated_at then new.updated_at else now() end)
    where chain_id = new.chain_id and ended_at is null;
  elsif old.completions_stopped_at is null then
    insert into payment_stops (chain_id, why, began_at) values (new.chain_id, 'completions', new.completions_stopped_at) on conflict do nothing;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger chain_cursors_keep_stops after update on chain_cursors for each row
  when (old.completions_stopped_at is distinct from new.completions_stopped_at) execute function keep_completion_stops();
--> statement-breakpoint
-- Keeps the times in which a business is not active, so that nobody can pay it.
create function keep_status_stops() returns trigger language plpgsql as $$
declare moment timestamptz;
begin
  if tg_op = 'INSERT' then moment := new.created_at;
  elsif new.updated_at is distinct from old.updated_at then moment := new.updated_at;
  elsif new.reviewed_at is distinct from old.reviewed_at then moment := coalesce(new.reviewed_at, now());
  else moment := now();
  end if;
  if new.status = 'active' then
    update payment_stops set ended_at = greatest(began_at, moment) where merchant_id = new.id and why = 'status' and ended_at is null;
  else
    insert into payment_stops (merchant_id, why, began_at) values (new.id, 'status', moment) on conflict do nothing;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger merchants_keep_first_stop after insert on merchants for each row when (new.status <> 'active') execute function keep_status_stops();
--> statement-breakpoint
create trigger merchants_keep_stops after update on merchants for each row when (old.status is distinct from new.status) execute function keep_status_stops();
--> statement-breakpoint
insert into payment_stops (chain_id, why, began_at) select chain_id, 'completions', completions_stopped_at from chain_cursors where completions_stopped_at is not null;
--> statement-breakpoint
insert into payment_stops (merchant_id, why, began_at) select id, 'status', updated_at from merchants where status <> 'active';
--> statement-breakpoint
-- Puts rent under its late fee rule again from its own first late day when what paid it is taken back. A refund takes nothing back, so it has no such line.
-- Rent that was late as its lease was entered never bore fees, unless the landlord asked for them.
create function decide_fees_again() returns trigger language plpgsql as $$
begin
  update charges c set fee_check_at = c.fee_from_on::timestamp at time zone l.time_zone
  from leases l
  where l.id = c.lease_id and c.kind = 'rent' and c.paid_cents < c.cents and c.voided_at is null and c.fees_waived_at is null and c.fee_from_on is not null
    and c.id in (select a.charge_id from added e join lease_allocations a on a.credit_id = e.credit_id where e.kind = 'reversal' and e.cents > 0)
    and (c.created_at > l.created_at or c.created_at < c.fee_from_on::timestamp at time zone l.time_zone or exists (select from charges f where f.for_charge_id = c.id));
  return null;
end $$;
--> statement-breakpoint
-- Runs after `lease_entries_keep`, which takes the money from the charges: triggers run in the order of their names.
create trigger lease_entries_late_fees after insert on lease_entries referencing new table as added for each statement execute function decide_fees_again();
