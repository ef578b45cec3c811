CREATE TABLE "top_ups" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"reference" text NOT NULL,
	"binding" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "top_ups_of_payment_key" UNIQUE("id","payment_id"),
	CONSTRAINT "top_ups_amount_range" CHECK ("top_ups"."amount_cents" between 1 and 999999),
	CONSTRAINT "top_ups_reference_shape" CHECK ("top_ups"."reference" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
DROP INDEX "relays_one_living_key";--> statement-breakpoint
DROP INDEX "transfers_waiting_idx";--> statement-breakpoint
ALTER TABLE "onramp_orders" ADD COLUMN "top_up_id" uuid;--> statement-breakpoint
ALTER TABLE "relays" ADD COLUMN "top_up_id" uuid;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "top_up_id" uuid;--> statement-breakpoint
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "top_ups_reference_key" ON "top_ups" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "top_ups_binding_key" ON "top_ups" USING btree ("binding");--> statement-breakpoint
CREATE UNIQUE INDEX "top_ups_one_open_key" ON "top_ups" USING btree ("payment_id") WHERE "top_ups"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "top_ups_open_idx" ON "top_ups" USING btree ("expires_at") WHERE "top_ups"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "top_ups_amount_idx" ON "top_ups" USING btree ("amount_cents","created_at");--> statement-breakpoint
ALTER TABLE "onramp_orders" ADD CONSTRAINT "onramp_orders_top_up_fk" FOREIGN KEY ("top_up_id","payment_id") REFERENCES "public"."top_ups"("id","payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "relays" ADD CONSTRAINT "relays_top_up_fk" FOREIGN KEY ("top_up_id","payment_id") REFERENCES "public"."top_ups"("id","payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_top_up_fk" FOREIGN KEY ("top_up_id","payment_id") REFERENCES "public"."top_ups"("id","payment_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "relays_one_living_key" ON "relays" USING btree ("payment_id",coalesce("top_up_id", "payment_id")) WHERE "relays"."status" <> 'failed';--> statement-breakpoint
CREATE INDEX "transfers_waiting_idx" ON "transfers" USING btree ("chain_id","block_number","log_index") WHERE "transfers"."verdict" in ('matched', 'part') and "transfers"."counted_at" is null and "transfers"."orphaned_at" is null;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_top_up_has_payment" CHECK ("transfers"."top_up_id" is null or "transfers"."payment_id" is not null);--> statement-breakpoint
-- Transfers that were too little each and had been enough together already count from now on.
UPDATE "transfers" SET "verdict" = 'part', "set_aside_at" = NULL FROM (
	SELECT s."id", s."payment_id",
		sum(s."usdc_units") OVER (PARTITION BY s."payment_id" ORDER BY s."block_number", s."log_index") - s."usdc_units" AS "before",
		sum(s."usdc_units") OVER (PARTITION BY s."payment_id") AS "whole"
	FROM "transfers" s WHERE s."verdict" = 'short' AND s."orphaned_at" IS NULL
) AS "seen" JOIN "payments" p ON p."id" = "seen"."payment_id"
WHERE "transfers"."id" = "seen"."id" AND p."status" <> 'completed'
	AND "seen"."before" < p."amount_cents"::numeric * 10000 AND "seen"."whole" >= p."amount_cents"::numeric * 10000
	AND NOT EXISTS (SELECT FROM "transfers" m WHERE m."payment_id" = p."id" AND m."verdict" = 'matched' AND m."orphaned_at" IS NULL);
