DROP INDEX CONCURRENTLY IF EXISTS "charges_deposits_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "charges_deposits_idx" ON "charges" USING btree ("lease_id","id") WHERE "charges"."kind" = 'deposit';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "charges_deposit_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lease_entries_books_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lease_entries_books_idx" ON "lease_entries" USING btree ("lease_id","effective_on","id","kind","cents","posted_at","charge_id","credit_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lease_entries_lease_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "leases_last_paid_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "leases_last_paid_idx" ON "leases" USING btree ("merchant_id",coalesce("last_paid_on", '-infinity'),"id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lease_terms_rent_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lease_terms_rent_idx" ON "lease_terms" USING btree ("lease_id","from_period","id","rent_cents");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lease_terms_lease_idx";
