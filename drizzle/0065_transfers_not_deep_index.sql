DROP INDEX CONCURRENTLY IF EXISTS "transfers_not_deep_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transfers_not_deep_idx" ON "transfers" USING btree ("chain_id","block_number","log_index") WHERE "transfers"."verdict" in ('short', 'part') and "transfers"."counted_at" is null and "transfers"."deep_at" is null and "transfers"."orphaned_at" is null;
