CREATE TABLE "payee_cards" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"sequence" integer NOT NULL,
	"hash" text NOT NULL,
	"previous_hash" text NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"valid_from" timestamp with time zone NOT NULL,
	"signature" text NOT NULL,
	"is_agreed" boolean NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" uuid NOT NULL,
	CONSTRAINT "payee_cards_sequence_counts" CHECK ("payee_cards"."sequence" between 1 and 50),
	CONSTRAINT "payee_cards_hash_shape" CHECK ("payee_cards"."hash" ~ '^0x[0-9a-f]{64}$' and "payee_cards"."previous_hash" ~ '^0x[0-9a-f]{64}$'),
	CONSTRAINT "payee_cards_address_shape" CHECK ("payee_cards"."address" ~ '^0x[0-9a-fA-F]{40}$'),
	CONSTRAINT "payee_cards_signature_shape" CHECK ("payee_cards"."signature" ~ '^0x[0-9a-f]{130}$')
);
--> statement-breakpoint
CREATE TABLE "payer_notices" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"payee_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"after_user_id" uuid,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payee_cards" ADD CONSTRAINT "payee_cards_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_cards" ADD CONSTRAINT "payee_cards_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_notices" ADD CONSTRAINT "payer_notices_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payer_notices" ADD CONSTRAINT "payer_notices_payee_id_payees_id_fk" FOREIGN KEY ("payee_id") REFERENCES "public"."payees"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payee_cards_sequence_key" ON "payee_cards" USING btree ("merchant_id","sequence");--> statement-breakpoint
CREATE UNIQUE INDEX "payer_notices_payee_key" ON "payer_notices" USING btree ("payee_id");--> statement-breakpoint
CREATE INDEX "payer_notices_merchant_idx" ON "payer_notices" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "payer_notices_open_idx" ON "payer_notices" USING btree ("created_at") WHERE "payer_notices"."finished_at" is null;