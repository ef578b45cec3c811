ALTER TABLE "relays" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "relays" ADD COLUMN "sender_id" uuid;--> statement-breakpoint
ALTER TABLE "relays" ADD CONSTRAINT "relays_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "relays" ADD CONSTRAINT "relays_payment_or_sender" CHECK (("relays"."payment_id" is null) <> ("relays"."sender_id" is null)) NOT VALID;