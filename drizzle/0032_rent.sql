CREATE TABLE "charges" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"period" date,
	"for_charge_id" uuid,
	"description" text NOT NULL,
	"formula" text,
	"cents" integer NOT NULL,
	"paid_cents" integer DEFAULT 0 NOT NULL,
	"due_on" date NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"fee_from_on" date,
	"fee_check_at" timestamp with time zone,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"voided_at" timestamp with time zone,
	"voided_by" uuid,
	"void_reason" text,
	CONSTRAINT "charges_amount_range" CHECK ("charges"."cents" between 1 and 100000000),
	CONSTRAINT "charges_paid_range" CHECK ("charges"."paid_cents" between 0 and "charges"."cents"),
	CONSTRAINT "charges_voided_has_nothing" CHECK ("charges"."voided_at" is null or ("charges"."paid_cents" = 0 and "charges"."void_reason" is not null)),
	CONSTRAINT "charges_rent_has_period" CHECK (("charges"."kind" = 'rent') = ("charges"."period" is not null)),
	CONSTRAINT "charges_late_fee_has_rent" CHECK (("charges"."kind" = 'lateFee') = ("charges"."for_charge_id" is not null)),
	CONSTRAINT "charges_kind_known" CHECK ("charges"."kind" in ('rent', 'utility', 'repair', 'deposit', 'other', 'fee', 'lateFee'))
);
--> statement-breakpoint
CREATE TABLE "lease_allocations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lease_allocations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"credit_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"cents" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "lease_allocations_not_zero" CHECK ("lease_allocations"."cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "lease_credits" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid,
	"chosen" uuid[] DEFAULT '{}' NOT NULL,
	"received_cents" integer DEFAULT 0 NOT NULL,
	"used_cents" integer DEFAULT 0 NOT NULL,
	"arrived_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lease_credits_used_range" CHECK ("lease_credits"."used_cents" between 0 and "lease_credits"."received_cents"),
	CONSTRAINT "lease_credits_payment_named" CHECK (("lease_credits"."kind" = 'payment') = ("lease_credits"."payment_id" is not null)),
	CONSTRAINT "lease_credits_kind_known" CHECK ("lease_credits"."kind" in ('payment', 'outside', 'credit', 'writeOff'))
);
--> statement-breakpoint
CREATE TABLE "lease_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lease_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lease_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"charge_id" uuid,
	"credit_id" uuid,
	"cents" integer NOT NULL,
	"effective_on" date NOT NULL,
	"posted_at" timestamp with time zone NOT NULL,
	"note" text,
	"actor_id" uuid,
	CONSTRAINT "lease_entries_about_one" CHECK (("lease_entries"."charge_id" is null) <> ("lease_entries"."credit_id" is null)),
	CONSTRAINT "lease_entries_charge_kinds" CHECK (("lease_entries"."kind" in ('charge', 'void')) = ("lease_entries"."charge_id" is not null)),
	CONSTRAINT "lease_entries_direction" CHECK (case when "lease_entries"."kind" in ('charge', 'refund', 'reversal') then "lease_entries"."cents" > 0 else "lease_entries"."cents" < 0 end)
);
--> statement-breakpoint
CREATE TABLE "lease_tenants" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"invite_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"joined_at" timestamp with time zone,
	CONSTRAINT "lease_tenants_joined_whole" CHECK (("lease_tenants"."user_id" is null) = ("lease_tenants"."joined_at" is null)),
	CONSTRAINT "lease_tenants_invited_or_joined" CHECK (("lease_tenants"."user_id" is null) = ("lease_tenants"."invite_hash" is not null))
);
--> statement-breakpoint
CREATE TABLE "lease_terms" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"from_period" date NOT NULL,
	"rent_cents" integer NOT NULL,
	"due_day" integer NOT NULL,
	"grace_days" integer NOT NULL,
	"late_fee_kind" text,
	"late_fee_amount" integer,
	"late_fee_repeats" text,
	"late_fee_cap_cents" integer,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "lease_terms_rent_range" CHECK ("lease_terms"."rent_cents" between 1 and 100000000),
	CONSTRAINT "lease_terms_due_day_range" CHECK ("lease_terms"."due_day" between 1 and 28 or "lease_terms"."due_day" = 31),
	CONSTRAINT "lease_terms_grace_range" CHECK ("lease_terms"."grace_days" between 0 and 31),
	CONSTRAINT "lease_terms_from_month" CHECK (extract(day from "lease_terms"."from_period") = 1),
	CONSTRAINT "lease_terms_late_fee_whole" CHECK (("lease_terms"."late_fee_kind" is null) = ("lease_terms"."late_fee_amount" is null) and ("lease_terms"."late_fee_kind" is null) = ("lease_terms"."late_fee_repeats" is null) and ("lease_terms"."late_fee_kind" is not null or "lease_terms"."late_fee_cap_cents" is null)),
	CONSTRAINT "lease_terms_late_fee_positive" CHECK ("lease_terms"."late_fee_amount" > 0 and coalesce("lease_terms"."late_fee_cap_cents", 1) > 0)
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"time_zone" text NOT NULL,
	"proration" text NOT NULL,
	"deposit_cents" integer DEFAULT 0 NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"next_period" date NOT NULL,
	"next_charge_at" timestamp with time zone,
	"needs_allocation" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "leases_end_after_start" CHECK ("leases"."ends_on" is null or "leases"."ends_on" >= "leases"."starts_on"),
	CONSTRAINT "leases_next_period_is_month" CHECK (extract(day from "leases"."next_period") = 1),
	CONSTRAINT "leases_deposit_not_negative" CHECK ("leases"."deposit_cents" >= 0),
	CONSTRAINT "leases_proration_known" CHECK ("leases"."proration" in ('days', 'none'))
);
--> statement-breakpoint
CREATE TABLE "properties" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "units" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"property_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unchecked_changes" ADD COLUMN "lease_id" uuid;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_lease_id_leases_id_fk" FOREIGN KEY ("lease_id") REFERENCES "public"."leases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_for_charge_id_charges_id_fk" FOREIGN KEY ("for_charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_voided_by_users_id_fk" FOREIGN KEY ("voided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_allocations" ADD CONSTRAINT "lease_allocations_credit_id_lease_credits_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."lease_credits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_allocations" ADD CONSTRAINT "lease_allocations_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_credits" ADD CONSTRAINT "lease_credits_lease_id_leases_id_fk" FOREIGN KEY ("lease_id") REFERENCES "public"."leases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_credits" ADD CONSTRAINT "lease_credits_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_credits" ADD CONSTRAINT "lease_credits_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_entries" ADD CONSTRAINT "lease_entries_lease_id_leases_id_fk" FOREIGN KEY ("lease_id") REFERENCES "public"."leases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_entries" ADD CONSTRAINT "lease_entries_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_entries" ADD CONSTRAINT "lease_entries_credit_id_lease_credits_id_fk" FOREIGN KEY ("credit_id") REFERENCES "public"."lease_credits"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_entries" ADD CONSTRAINT "lease_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_tenants" ADD CONSTRAINT "lease_tenants_lease_id_leases_id_fk" FOREIGN KEY ("lease_id") REFERENCES "public"."leases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_tenants" ADD CONSTRAINT "lease_tenants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_terms" ADD CONSTRAINT "lease_terms_lease_id_leases_id_fk" FOREIGN KEY ("lease_id") REFERENCES "public"."leases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lease_terms" ADD CONSTRAINT "lease_terms_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_unit_id_units_id_fk" FOREIGN KEY ("unit_id") REFERENCES "public"."units"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "properties" ADD CONSTRAINT "properties_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "units" ADD CONSTRAINT "units_property_id_properties_id_fk" FOREIGN KEY ("property_id") REFERENCES "public"."properties"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "charges_period_key" ON "charges" USING btree ("lease_id","kind","period") WHERE "charges"."period" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "charges_late_fee_key" ON "charges" USING btree ("for_charge_id","due_on") WHERE "charges"."for_charge_id" is not null;--> statement-breakpoint
CREATE INDEX "charges_lease_idx" ON "charges" USING btree ("lease_id","due_on");--> statement-breakpoint
CREATE INDEX "charges_open_idx" ON "charges" USING btree ("lease_id","due_on") WHERE "charges"."paid_cents" < "charges"."cents" and "charges"."voided_at" is null;--> statement-breakpoint
CREATE INDEX "charges_fee_check_idx" ON "charges" USING btree ("fee_check_at","id") WHERE "charges"."fee_check_at" is not null;--> statement-breakpoint
CREATE INDEX "lease_allocations_credit_idx" ON "lease_allocations" USING btree ("credit_id","charge_id","cents");--> statement-breakpoint
CREATE INDEX "lease_allocations_charge_idx" ON "lease_allocations" USING btree ("charge_id","credit_id","cents");--> statement-breakpoint
CREATE UNIQUE INDEX "lease_credits_payment_key" ON "lease_credits" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "lease_credits_lease_idx" ON "lease_credits" USING btree ("lease_id");--> statement-breakpoint
CREATE INDEX "lease_credits_unused_idx" ON "lease_credits" USING btree ("lease_id") WHERE "lease_credits"."used_cents" < "lease_credits"."received_cents";--> statement-breakpoint
CREATE INDEX "lease_entries_lease_idx" ON "lease_entries" USING btree ("lease_id","effective_on","id");--> statement-breakpoint
CREATE INDEX "lease_entries_charge_idx" ON "lease_entries" USING btree ("charge_id","cents") WHERE "lease_entries"."charge_id" is not null;--> statement-breakpoint
CREATE INDEX "lease_entries_credit_idx" ON "lease_entries" USING btree ("credit_id","cents") WHERE "lease_entries"."credit_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "lease_tenants_email_key" ON "lease_tenants" USING btree ("lease_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "lease_tenants_user_key" ON "lease_tenants" USING btree ("user_id","lease_id") WHERE "lease_tenants"."user_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "lease_tenants_invite_key" ON "lease_tenants" USING btree ("invite_hash") WHERE "lease_tenants"."invite_hash" is not null;--> statement-breakpoint
CREATE INDEX "lease_tenants_lease_idx" ON "lease_tenants" USING btree ("lease_id");--> statement-breakpoint
CREATE INDEX "lease_terms_lease_idx" ON "lease_terms" USING btree ("lease_id","from_period","id");--> statement-breakpoint
CREATE INDEX "leases_merchant_idx" ON "leases" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE INDEX "leases_unit_idx" ON "leases" USING btree ("unit_id","starts_on");--> statement-breakpoint
CREATE INDEX "leases_next_charge_idx" ON "leases" USING btree ("next_charge_at","id") WHERE "leases"."next_charge_at" is not null;--> statement-breakpoint
CREATE INDEX "leases_needs_allocation_idx" ON "leases" USING btree ("id") WHERE "leases"."needs_allocation";--> statement-breakpoint
CREATE UNIQUE INDEX "properties_name_key" ON "properties" USING btree ("merchant_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "units_name_key" ON "units" USING btree ("property_id",lower("name"));--> statement-breakpoint
create trigger lease_entries_append_only before update or delete or truncate on lease_entries execute function refuse_change();
--> statement-breakpoint
create trigger lease_allocations_append_only before update or delete or truncate on lease_allocations execute function refuse_change();
--> statement-breakpoint
create trigger lease_terms_append_only before update or delete or truncate on lease_terms execute function refuse_change();
--> statement-breakpoint
create trigger charges_kept before delete or truncate on charges execute function refuse_change();
--> statement-breakpoint
-- What was charged stays as it was charged; what is paid of it, and whether it is voided, is all that changes, and voiding is not taken back.
create trigger charges_not_edited before update on charges for each row when (
  (old.lease_id, old.kind, old.period, old.for_charge_id, old.description, old.formula, old.cents, old.due_on, old.due_at, old.fee_from_on, old.created_at)
    is distinct from
  (new.lease_id, new.kind, new.period, new.for_charge_id, new.description, new.formula, new.cents, new.due_on, new.due_at, new.fee_from_on, new.created_at)
  or (old.voided_at is not null and new.voided_at is distinct from old.voided_at)
) execute function refuse_change();
--> statement-breakpoint
-- What is allocated, added up for both sides.
create function keep_allocated() returns trigger language plpgsql as $$
begin
  update charges c set paid_cents = c.paid_cents + a.cents
  from (select charge_id, sum(cents)::integer as cents from added group by 1) a where c.id = a.charge_id;
  update lease_credits c set used_cents = c.used_cents + a.cents
  from (select credit_id, sum(cents)::integer as cents from added group by 1) a where c.id = a.credit_id;
  insert into unchecked_changes (lease_id) select distinct c.lease_id from added a join lease_credits c on c.id = a.credit_id;
  return null;
end $$;
--> statement-breakpoint
create trigger lease_allocations_keep after insert on lease_allocations referencing new table as added for each statement execute function keep_allocated();
--> statement-breakpoint
-- Takes so many cents of a credit back from the charges that it pays, the one that is due last first.
create function release_credit(credit uuid, most integer, moment timestamptz) returns void language sql as $$
  with held as (
    select a.charge_id, sum(a.cents)::integer as cents, c.due_on
    from lease_allocations a join charges c on c.id = a.charge_id where a.credit_id = credit group by 1, 3 having sum(a.cents) > 0
  ), placed as (
    select charge_id, cents, (sum(cents) over (order by due_on desc, charge_id desc))::integer - cents as before from held
  )
  insert into lease_allocations (credit_id, charge_id, cents, at)
  select credit, charge_id, -least(cents, most - before), moment from placed where before < most;
$$;
--> statement-breakpoint
-- What a credit's entries add up to. What is gone is taken back from the charges in the same moment, so that no more is allocated than came in.
create function keep_received() returns trigger language plpgsql as $$
declare line record; spent integer;
begin
  for line in
    select credit_id, sum(cents)::integer as cents, max(posted_at) as posted_at from added where credit_id is not null group by 1 order by 1
  loop
    select used_cents - (received_cents - line.cents) into spent from lease_credits where id = line.credit_id for no key update;
    if spent > 0 then perform release_credit(line.credit_id, spent, line.posted_at); end if;
    update lease_credits set received_cents = received_cents - line.cents where id = line.credit_id;
  end loop;
  update leases set needs_allocation = true
  where not needs_allocation and id in (select lease_id from added where credit_id is not null);
  insert into unchecked_changes (lease_id) select distinct lease_id from added;
  return null;
end $$;
--> statement-breakpoint
create trigger lease_entries_keep after insert on lease_entries referencing new table as added for each statement execute function keep_received();
--> statement-breakpoint
-- What the journal says of a payment that is for a lease, in that lease's ledger: what came in less what went back, cut to whole cents.
create function post_lease_payments() returns trigger language plpgsql as $$
declare line record;
begin
  for line in
    select c.id, c.lease_id, c.received_cents, l.time_zone, a.undone, a.posted_at, a.moment,
      (select coalesce(floor(-sum(j.units) / 10000), 0)::integer from journal_entries j
        where j.payment_id = c.payment_id and j.account in ('payment', 'returned')) as cents
    from (
      select j.payment_id, bool_or(j.kind = 'uncredited') as undone, max(j.at) as posted_at, coalesce(max(t.block_time), max(j.at)) as moment
      from added j left join transfers t on t.id = j.transfer_id where j.account in ('payment', 'returned') group by 1
    ) a
    join lease_credits c on c.payment_id = a.payment_id join leases l on l.id = c.lease_id
    order by c.lease_id, c.id for no key update of l
  loop
    continue when line.cents = line.received_cents;
    if line.cents > line.received_cents then update lease_credits set arrived_at = line.moment where id = line.id; end if;
    insert into lease_entries (lease_id, kind, credit_id, cents, effective_on, posted_at)
    values (
      line.lease_id,
      case when line.cents > line.received_cents then 'payment' when line.undone then 'reversal' else 'refund' end,
      line.id, line.received_cents - line.cents, (line.moment at time zone line.time_zone)::date, line.posted_at
    );
  end loop;
  return null;
end $$;
--> statement-breakpoint
create trigger journal_entries_post_leases after insert on journal_entries referencing new table as added for each statement execute function post_lease_payments();
