CREATE TABLE "rent_records" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"charge_count" integer NOT NULL,
	"document" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "rent_records_days_in_order" CHECK ("rent_records"."from_day" <= "rent_records"."to_day"),
	CONSTRAINT "rent_records_shown_until_withdrawn" CHECK (("rent_records"."document" is null) = ("rent_records"."withdrawn_at" is not null)),
	CONSTRAINT "rent_records_reference_shape" CHECK ("rent_records"."reference" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "rent_records" ADD CONSTRAINT "rent_records_lease_id_leases_id_fk" FOREIGN KEY ("lease_id") REFERENCES "public"."leases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rent_records" ADD CONSTRAINT "rent_records_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rent_records_reference_key" ON "rent_records" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "rent_records_user_idx" ON "rent_records" USING btree ("user_id","lease_id","id");