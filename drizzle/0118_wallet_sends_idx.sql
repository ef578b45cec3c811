DROP INDEX CONCURRENTLY IF EXISTS "relays_sender_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "relays_sender_idx" ON "relays" USING btree ("sender_id","id") WHERE "relays"."sender_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "relays_sent_nonce_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "relays_sent_nonce_key" ON "relays" USING btree ("chain_id","from_address","nonce") WHERE "relays"."sender_id" is not null;
