CREATE TABLE "relay_transactions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"chain_id" integer NOT NULL,
	"relayer_address" text NOT NULL,
	"status" text DEFAULT 'sent' NOT NULL,
	"carries" integer NOT NULL,
	"account_nonce" integer NOT NULL,
	"raw_transaction" text NOT NULL,
	"tx_hash" text NOT NULL,
	"max_fee_per_gas" numeric(78,0) NOT NULL,
	"attempts" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "relays" DROP CONSTRAINT "relays_sent_has_transaction";--> statement-breakpoint
DROP INDEX "relays_one_in_flight_key";--> statement-breakpoint
DROP INDEX "relays_queue_idx";--> statement-breakpoint
ALTER TABLE "relays" ADD COLUMN "most_together" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "relays" ADD COLUMN "transaction_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "relay_transactions_one_in_flight_key" ON "relay_transactions" USING btree ("chain_id","relayer_address") WHERE "relay_transactions"."status" = 'sent';--> statement-breakpoint
ALTER TABLE "relays" ADD CONSTRAINT "relays_transaction_id_relay_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."relay_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "relays_transaction_idx" ON "relays" USING btree ("transaction_id") WHERE "relays"."status" = 'sent';--> statement-breakpoint
CREATE INDEX "relays_queue_idx" ON "relays" USING btree ("chain_id","relayer_address","updated_at","id","most_together") WHERE "relays"."status" = 'queued';--> statement-breakpoint
-- By hand, before the columns go: what was sent for one authorization becomes a transaction that carries one.
INSERT INTO "relay_transactions" ("id", "chain_id", "relayer_address", "status", "carries", "account_nonce", "raw_transaction", "tx_hash",
	"max_fee_per_gas", "attempts", "created_at", "sent_at", "updated_at")
SELECT "id", "chain_id", "relayer_address", CASE "status" WHEN 'sent' THEN 'sent' WHEN 'mined' THEN 'mined' ELSE 'lost' END, 1,
	"account_nonce", "raw_transaction", "tx_hash", "max_fee_per_gas", "attempts", "created_at", coalesce("sent_at", "updated_at"), "updated_at"
FROM "relays" WHERE "raw_transaction" IS NOT NULL;--> statement-breakpoint
UPDATE "relays" SET "transaction_id" = "id" WHERE "raw_transaction" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "relays" DROP COLUMN "account_nonce";--> statement-breakpoint
ALTER TABLE "relays" DROP COLUMN "raw_transaction";--> statement-breakpoint
ALTER TABLE "relays" DROP COLUMN "tx_hash";--> statement-breakpoint
ALTER TABLE "relays" DROP COLUMN "max_fee_per_gas";--> statement-breakpoint
ALTER TABLE "relays" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "relays" DROP COLUMN "sent_at";--> statement-breakpoint
ALTER TABLE "relays" ADD CONSTRAINT "relays_sent_has_transaction" CHECK ("relays"."status" not in ('sent', 'mined') or "relays"."transaction_id" is not null);