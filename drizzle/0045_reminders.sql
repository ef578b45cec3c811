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
ALTER TABLE "reminder_rules" ADD CONSTRAINT "reminder_rules_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rent_reminders" ADD CONSTRAINT "rent_reminders_lease_id_leases_id_fk" FOREIGN KEY ("lease_id") REFERENCES "public"."leases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rent_reminders_rule_key" ON "rent_reminders" USING btree ("lease_id","due_on","kind") WHERE "rent_reminders"."kind" <> 'hand';--> statement-breakpoint
CREATE INDEX "rent_reminders_lease_idx" ON "rent_reminders" USING btree ("lease_id","sent_at");