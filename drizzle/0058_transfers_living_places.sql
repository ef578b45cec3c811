DROP INDEX CONCURRENTLY IF EXISTS "transfers_living_log_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "transfers_living_log_key" ON "transfers" USING btree ("chain_id","tx_hash","log_index") WHERE "transfers"."orphaned_at" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transfers_transaction_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transfers_transaction_idx" ON "transfers" USING btree ("chain_id","tx_hash");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transfers_log_key";
