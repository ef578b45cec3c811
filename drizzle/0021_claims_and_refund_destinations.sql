CREATE TABLE "refund_destinations" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"payer_id" uuid NOT NULL,
	"requested_at" timestamp with time zone,
	"requested_by" uuid,
	"requested_cents" integer,
	"address" text,
	"named_at" timestamp with time zone,
	"confirmed_by" text,
	CONSTRAINT "refund_destinations_request_whole" CHECK (("refund_destinations"."requested_at" is null) = ("refund_destinations"."requested_by" is null) and ("refund_destinations"."requested_at" is null) = ("refund_destinations"."requested_cents" is null)),
	CONSTRAINT "refund_destinations_named_whole" CHECK (("refund_destinations"."address" is null) = ("refund_destinations"."named_at" is null) and ("refund_destinations"."address" is null) = ("refund_destinations"."confirmed_by" is null)),
	CONSTRAINT "refund_destinations_says_something" CHECK ("refund_destinations"."requested_at" is not null or "refund_destinations"."address" is not null),
	CONSTRAINT "refund_destinations_cents_positive" CHECK ("refund_destinations"."requested_cents" > 0),
	CONSTRAINT "refund_destinations_address_shape" CHECK ("refund_destinations"."address" ~ '^0x[0-9a-fA-F]{40}$')
);
--> statement-breakpoint
CREATE TABLE "transfer_claims" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"payment_id" uuid NOT NULL,
	"payer_id" uuid NOT NULL,
	"tx_hash" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"sent_on" date NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"transfer_id" uuid,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"reason" text,
	CONSTRAINT "transfer_claims_status_known" CHECK ("transfer_claims"."status" in ('open', 'confirmed', 'refused', 'withdrawn')),
	CONSTRAINT "transfer_claims_hash_shape" CHECK ("transfer_claims"."tx_hash" ~ '^0x[0-9a-f]{64}$'),
	CONSTRAINT "transfer_claims_amount_positive" CHECK ("transfer_claims"."amount_cents" > 0),
	CONSTRAINT "transfer_claims_confirmed_has_transfer" CHECK (("transfer_claims"."status" = 'confirmed') = ("transfer_claims"."transfer_id" is not null)),
	CONSTRAINT "transfer_claims_refused_has_reason" CHECK (("transfer_claims"."status" = 'refused') = ("transfer_claims"."reason" is not null)),
	CONSTRAINT "transfer_claims_decided_whole" CHECK (("transfer_claims"."decided_at" is null) = ("transfer_claims"."decided_by" is null) and ("transfer_claims"."decided_at" is not null) = ("transfer_claims"."status" in ('confirmed', 'refused')))
);
--> statement-breakpoint
ALTER TABLE "refund_destinations" ADD CONSTRAINT "refund_destinations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_destinations" ADD CONSTRAINT "refund_destinations_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_destinations" ADD CONSTRAINT "refund_destinations_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_claims" ADD CONSTRAINT "transfer_claims_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_claims" ADD CONSTRAINT "transfer_claims_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_claims" ADD CONSTRAINT "transfer_claims_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_claims" ADD CONSTRAINT "transfer_claims_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_destinations_unnamed_idx" ON "refund_destinations" USING btree ("payer_id","requested_at") WHERE "refund_destinations"."address" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_claims_once_key" ON "transfer_claims" USING btree ("payment_id","tx_hash");--> statement-breakpoint
CREATE INDEX "transfer_claims_open_hash_idx" ON "transfer_claims" USING btree ("tx_hash") WHERE "transfer_claims"."status" = 'open';--> statement-breakpoint
CREATE INDEX "transfer_claims_open_payer_idx" ON "transfer_claims" USING btree ("payer_id") WHERE "transfer_claims"."status" = 'open';--> statement-breakpoint
CREATE INDEX "transfer_claims_transfer_idx" ON "transfer_claims" USING btree ("transfer_id") WHERE "transfer_claims"."transfer_id" is not null;--> statement-breakpoint
-- What payers claim, and which wallets they are asked for and name, is news to their merchant.
create trigger transfer_claims_announce_merchant after insert or update of status on transfer_claims
  for each row execute function announce_merchant_of_payment();
--> statement-breakpoint
create trigger refund_destinations_announce_merchant after insert or update on refund_destinations
  for each row execute function announce_merchant_of_payment();
