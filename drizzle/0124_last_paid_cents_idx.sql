DROP INDEX CONCURRENTLY IF EXISTS "leases_last_paid_cents_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "leases_last_paid_cents_idx" ON "leases" USING btree ("merchant_id","last_paid_cents");
