DROP INDEX CONCURRENTLY IF EXISTS "onramp_orders_hash_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "onramp_orders_hash_idx" ON "onramp_orders" USING btree (lower("tx_hash")) WHERE "onramp_orders"."tx_hash" is not null;
