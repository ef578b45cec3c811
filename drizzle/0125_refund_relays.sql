ALTER TABLE "relays" DROP CONSTRAINT "relays_payment_or_sender";--> statement-breakpoint
ALTER TABLE "relays" ADD COLUMN "refund_id" uuid;--> statement-breakpoint
ALTER TABLE "relays" ADD CONSTRAINT "relays_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "relays" ADD CONSTRAINT "relays_one_purpose" CHECK (num_nonnulls("relays"."payment_id", "relays"."sender_id", "relays"."refund_id") = 1) NOT VALID;
