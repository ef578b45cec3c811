CREATE TABLE "refund_wallets" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"address" text NOT NULL,
	"proven_at" timestamp with time zone NOT NULL,
	"proven_by" uuid NOT NULL,
	"proven_from_block" bigint NOT NULL,
	CONSTRAINT "refund_wallets_address_shape" CHECK ("refund_wallets"."address" ~ '^0x[0-9a-fA-F]{40}$')
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "ground" text;--> statement-breakpoint
ALTER TABLE "refund_wallets" ADD CONSTRAINT "refund_wallets_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_wallets" ADD CONSTRAINT "refund_wallets_proven_by_users_id_fk" FOREIGN KEY ("proven_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_wallets_address_key" ON "refund_wallets" USING btree ("merchant_id",lower("address"));