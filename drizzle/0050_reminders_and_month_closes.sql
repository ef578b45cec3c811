CREATE TABLE "closed_lines" (
	"entry_id" bigint PRIMARY KEY NOT NULL,
	"close_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "month_closes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"period" date NOT NULL,
	"figures" jsonb NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"closed_by" uuid NOT NULL,
	"reopened_at" timestamp with time zone,
	"reopened_by" uuid,
	CONSTRAINT "month_closes_period_is_month" CHECK (extract(day from "month_closes"."period") = 1),
	CONSTRAINT "month_closes_reopened_by_somebody" CHECK (("month_closes"."reopened_at" is null) = ("month_closes"."reopened_by" is null))
);
--> statement-breakpoint
CREATE TABLE "reminder_rules" (
	"merchant_id" uuid PRIMARY KEY NOT NULL,
	"days_before" integer,
	"on_due_day" boolean NOT NULL,
	"days_late" integer,
	"sent_for" date NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reminder_rules_before_range" CHECK ("reminder_rules"."days_before" between 1 and 28),
	CONSTRAINT "reminder_rules_late_range" CHECK ("reminder_rules"."days_late" between 1 and 60)
);
--> statement-breakpoint
CREATE TABLE "rent_reminders" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"due_on" date NOT NULL,
	"cents" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rent_reminders_kind_known" CHECK ("rent_reminders"."kind" in ('ahead', 'due', 'late', 'hand')),
	CONSTRAINT "rent_reminders_amount_positive" CHECK ("rent_reminders"."cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "closed_lines" ADD CONSTRAINT "closed_lines_entry_id_lease_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."lease_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "closed_lines" ADD CONSTRAINT "closed_lines_close_id_month_closes_id_fk" FOREIGN KEY ("close_id") REFERENCES "public"."month_closes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_closes" ADD CONSTRAINT "month_closes_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_closes" ADD CONSTRAINT "month_closes_closed_by_users_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "month_closes" ADD CONSTRAINT "month_closes_reopened_by_users_id_fk" FOREIGN KEY ("reopened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_rules" ADD CONSTRAINT "reminder_rules_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rent_reminders" ADD CONSTRAINT "rent_reminders_lease_id_leases_id_fk" FOREIGN KEY ("lease_id") REFERENCES "public"."leases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "closed_lines_close_idx" ON "closed_lines" USING btree ("close_id");--> statement-breakpoint
CREATE UNIQUE INDEX "month_closes_period_key" ON "month_closes" USING btree ("merchant_id","period") WHERE "month_closes"."reopened_at" is null;--> statement-breakpoint
CREATE INDEX "month_closes_merchant_idx" ON "month_closes" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "rent_reminders_rule_key" ON "rent_reminders" USING btree ("lease_id","due_on","kind") WHERE "rent_reminders"."kind" <> 'hand';--> statement-breakpoint
CREATE INDEX "rent_reminders_lease_idx" ON "rent_reminders" USING btree ("lease_id","sent_at");--> statement-breakpoint
create trigger month_closes_kept before delete or truncate on month_closes execute function refuse_change();
--> statement-breakpoint
-- What was closed stays as it was; a month is opened again by saying so.
create trigger month_closes_not_edited before update on month_closes for each row when (
  (old.merchant_id, old.period, old.figures, old.closed_at, old.closed_by) is distinct from (new.merchant_id, new.period, new.figures, new.closed_at, new.closed_by)
  or old.reopened_at is not null
) execute function refuse_change();
--> statement-breakpoint
create trigger closed_lines_not_edited before update or truncate on closed_lines execute function refuse_change();
