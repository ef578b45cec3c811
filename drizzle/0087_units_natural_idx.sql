DROP INDEX CONCURRENTLY IF EXISTS "units_natural_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "units_natural_idx" ON "units" USING btree ("property_id",natural_key("name"));
