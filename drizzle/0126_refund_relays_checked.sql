ALTER TABLE "relays" VALIDATE CONSTRAINT "relays_refund_id_refunds_id_fk";--> statement-breakpoint
ALTER TABLE "relays" VALIDATE CONSTRAINT "relays_one_purpose";
