ALTER TABLE "relays" ALTER COLUMN "payment_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "relays" ADD COLUMN "sender_id" uuid;--> statement-breakpoint
ALTER TABLE "relays" ADD CONSTRAINT "relays_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "relays_sender_idx" ON "relays" USING btree ("sender_id","id") WHERE "relays"."sender_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "relays_sent_nonce_key" ON "relays" USING btree ("chain_id","from_address","nonce") WHERE "relays"."sender_id" is not null;--> statement-breakpoint
ALTER TABLE "relays" ADD CONSTRAINT "relays_payment_or_sender" CHECK (("relays"."payment_id" is null) <> ("relays"."sender_id" is null)) NOT VALID;