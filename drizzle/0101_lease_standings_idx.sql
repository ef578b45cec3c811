DROP INDEX CONCURRENTLY IF EXISTS "leases_owed_since_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "leases_owed_since_idx" ON "leases" USING btree ("merchant_id","owed_since","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "leases_balance_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "leases_balance_idx" ON "leases" USING btree ("merchant_id",("open_cents" - "unused_cents"),"id");
