DROP INDEX CONCURRENTLY IF EXISTS "transfers_set_aside_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transfers_set_aside_idx" ON "transfers" USING btree ("block_time","id") WHERE "transfers"."set_aside_at" is not null and "transfers"."sent_back_by" is null and "transfers"."orphaned_at" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transfers_merchant_set_aside_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transfers_merchant_set_aside_idx" ON "transfers" USING btree ("merchant_id","block_time","id") WHERE "transfers"."set_aside_at" is not null and "transfers"."sent_back_by" is null and "transfers"."orphaned_at" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transfers_sent_back_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transfers_sent_back_idx" ON "transfers" USING btree ("block_time","id") WHERE "transfers"."sent_back_by" is not null and "transfers"."orphaned_at" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transfers_merchant_sent_back_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transfers_merchant_sent_back_idx" ON "transfers" USING btree ("merchant_id","block_time","id") WHERE "transfers"."sent_back_by" is not null and "transfers"."orphaned_at" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transfers_merchant_odd_idx";
