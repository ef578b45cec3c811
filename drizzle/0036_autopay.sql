CREATE TABLE "cheques" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"lease_id" uuid NOT NULL,
	"period" date NOT NULL,
	"payer_id" uuid NOT NULL,
	"from_address" text NOT NULL,
	"payee_id" uuid NOT NULL,
	"to_address" text NOT NULL,
	"cents" integer NOT NULL,
	"due_on" date NOT NULL,
	"valid_after" bigint NOT NULL,
	"valid_before" bigint NOT NULL,
	"chain_id" integer NOT NULL,
	"token_address" text NOT NULL,
	"salt" text NOT NULL,
	"reference" text NOT NULL,
	"binding" text NOT NULL,
	"encrypted_signature" text,
	"status" text DEFAULT 'asked' NOT NULL,
	"void_reason" text,
	"trouble" text,
	"payment_id" uuid,
	"next_look_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"signed_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cheques_amount_range" CHECK ("cheques"."cents" between 100 and 1000000),
	CONSTRAINT "cheques_window" CHECK ("cheques"."valid_after" < "cheques"."valid_before"),
	CONSTRAINT "cheques_period_is_month" CHECK (extract(day from "cheques"."period") = 1),
	CONSTRAINT "cheques_signed_while_live" CHECK (("cheques"."encrypted_signature" is not null) = ("cheques"."status" in ('ready', 'sent'))),
	CONSTRAINT "cheques_looked_at_while_live" CHECK (("cheques"."next_look_at" is not null) = ("cheques"."status" in ('ready', 'sent'))),
	CONSTRAINT "cheques_checked_while_ready" CHECK ("cheques"."next_check_at" is null or "cheques"."status" = 'ready'),
	CONSTRAINT "cheques_sent_has_payment" CHECK ("cheques"."status" not in ('sent', 'paid') or "cheques"."payment_id" is not null),
	CONSTRAINT "cheques_void_has_reason" CHECK (("cheques"."status" = 'void') = ("cheques"."void_reason" is not null)),
	CONSTRAINT "cheques_reference_shape" CHECK ("cheques"."reference" ~ '^[0-9a-f]{64}$'),
	CONSTRAINT "cheques_status_known" CHECK ("cheques"."status" in ('asked', 'ready', 'sent', 'paid', 'skipped', 'paused', 'stopped', 'void', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "cheques" ADD CONSTRAINT "cheques_lease_id_leases_id_fk" FOREIGN KEY ("lease_id") REFERENCES "public"."leases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cheques" ADD CONSTRAINT "cheques_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cheques" ADD CONSTRAINT "cheques_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cheques" ADD CONSTRAINT "cheques_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cheques_reference_key" ON "cheques" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "cheques_payment_key" ON "cheques" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cheques_live_key" ON "cheques" USING btree ("lease_id","period") WHERE "cheques"."status" in ('ready', 'sent');--> statement-breakpoint
CREATE INDEX "cheques_payer_idx" ON "cheques" USING btree ("payer_id","lease_id","period");--> statement-breakpoint
CREATE INDEX "cheques_lease_idx" ON "cheques" USING btree ("lease_id","period");--> statement-breakpoint
CREATE INDEX "cheques_look_idx" ON "cheques" USING btree ("next_look_at","id") WHERE "cheques"."next_look_at" is not null;--> statement-breakpoint
CREATE INDEX "cheques_check_idx" ON "cheques" USING btree ("next_check_at","id") WHERE "cheques"."next_check_at" is not null;