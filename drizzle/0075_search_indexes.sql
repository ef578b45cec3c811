DROP INDEX CONCURRENTLY IF EXISTS "exchange_links_expires_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "exchange_links_expires_idx" ON "exchange_links" USING btree ("expires_at");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "alarm_silences_until_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "alarm_silences_until_idx" ON "alarm_silences" USING btree ("until");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lease_tenants_words_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lease_tenants_words_idx" ON "lease_tenants" USING gin (search_text("name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "merchants_words_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "merchants_words_idx" ON "merchants" USING gin (search_text("name" || ' ' || "contact_name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "properties_by_name_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "properties_by_name_key" ON "properties" USING btree ("merchant_id",search_text("name"));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "properties_words_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "properties_words_idx" ON "properties" USING gin (search_text("name") gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "units_by_name_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "units_by_name_key" ON "units" USING btree ("property_id",search_text("name"));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "units_words_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "units_words_idx" ON "units" USING btree (search_text("name"));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_words_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_words_idx" ON "users" USING gin (search_text("first_name" || ' ' || "last_name" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lease_tenants_search_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "merchants_search_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "properties_name_key";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "properties_search_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "units_name_key";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "units_search_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_search_idx";
