DROP INDEX CONCURRENTLY IF EXISTS "leases_ends_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "leases_ends_idx" ON "leases" USING btree ("merchant_id",coalesce("ends_on", 'infinity'),"id");
