CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"payment_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"dispute_id" uuid,
	"amount_cents" integer NOT NULL,
	"chain_id" integer NOT NULL,
	"token_address" text NOT NULL,
	"to_address" text NOT NULL,
	"binding" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"scanned_to" bigint NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	"final_at" timestamp with time zone,
	"from_address" text,
	"tx_hash" text,
	"log_index" integer,
	"block_number" bigint,
	"block_hash" text,
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_status_known" CHECK ("refunds"."status" in ('open', 'completed', 'cancelled')),
	CONSTRAINT "refunds_completed_has_transfer" CHECK (("refunds"."status" = 'completed') = ("refunds"."tx_hash" is not null and "refunds"."log_index" is not null and "refunds"."block_hash" is not null and "refunds"."completed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_binding_key" ON "refunds" USING btree ("binding");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_log_key" ON "refunds" USING btree ("chain_id","tx_hash","log_index");--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_dispute_key" ON "refunds" USING btree ("dispute_id") WHERE "refunds"."status" <> 'cancelled';--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_open_key" ON "refunds" USING btree ("payment_id") WHERE "refunds"."status" = 'open';--> statement-breakpoint
CREATE INDEX "refunds_payment_idx" ON "refunds" USING btree ("payment_id","created_at");--> statement-breakpoint
CREATE INDEX "refunds_watched_idx" ON "refunds" USING btree ("chain_id") WHERE "refunds"."final_at" is null;