DROP INDEX CONCURRENTLY IF EXISTS "relays_refund_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "relays_refund_idx" ON "relays" USING btree ("refund_id","id") WHERE "relays"."refund_id" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "relays_one_living_of_refund_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "relays_one_living_of_refund_key" ON "relays" USING btree ("refund_id") WHERE "relays"."refund_id" is not null and "relays"."status" <> 'failed';
