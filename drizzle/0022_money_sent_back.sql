ALTER TABLE "refunds" DROP CONSTRAINT "refunds_amount_positive";--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "source_transfer_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "usdc_units" numeric(78,0);--> statement-breakpoint
-- A cent is ten thousand base units.
update refunds set usdc_units = amount_cents::numeric * 10000;--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "usdc_units" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "sent_back_by" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_source_transfer_id_transfers_id_fk" FOREIGN KEY ("source_transfer_id") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_sent_back_by_transfers_id_fk" FOREIGN KEY ("sent_back_by") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_one_open_of_transfer_key" ON "refunds" USING btree ("source_transfer_id") WHERE "refunds"."status" = 'open';--> statement-breakpoint
CREATE INDEX "refunds_source_idx" ON "refunds" USING btree ("source_transfer_id","created_at") WHERE "refunds"."source_transfer_id" is not null;--> statement-breakpoint
ALTER TABLE "refunds" DROP COLUMN "amount_cents";--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_units_positive" CHECK ("refunds"."usdc_units" > 0);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_one_origin" CHECK (num_nonnulls("refunds"."payment_id", "refunds"."source_transfer_id") = 1);--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_dispute_of_payment" CHECK ("refunds"."dispute_id" is null or "refunds"."payment_id" is not null);--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_sent_back_unmatched" CHECK ("transfers"."sent_back_by" is null or "transfers"."verdict" not in ('matched', 'part'));