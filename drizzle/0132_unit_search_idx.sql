DROP INDEX CONCURRENTLY IF EXISTS "units_merchant_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "units_merchant_idx" ON "units" USING btree ("merchant_id","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "units_search_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "units_search_idx" ON "units" USING gin ("merchant_id","words" gin_trgm_ops) WITH (fastupdate=false);--> statement-breakpoint
-- Searches follow the words of units and leases instead.
DROP INDEX CONCURRENTLY IF EXISTS "units_words_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lease_tenants_words_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "properties_words_idx";
