DROP INDEX CONCURRENTLY IF EXISTS "lease_entries_posted_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lease_entries_posted_idx" ON "lease_entries" USING btree ("lease_id","posted_at");
