DROP INDEX CONCURRENTLY IF EXISTS "lease_tenants_search_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lease_tenants_search_idx" ON "lease_tenants" USING gin ((lower("name" || ' ' || "email")) gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "properties_search_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "properties_search_idx" ON "properties" USING gin (lower("name") gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "units_search_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "units_search_idx" ON "units" USING btree (lower("name"));
