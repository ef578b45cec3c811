ALTER TABLE "relays" VALIDATE CONSTRAINT "relays_sender_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "relays" VALIDATE CONSTRAINT "relays_payment_or_sender";
