DROP INDEX CONCURRENTLY IF EXISTS "lease_entries_month_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lease_entries_month_idx" ON "lease_entries" USING btree ("merchant_id","effective_on","lease_id","id","kind","cents","posted_at","charge_id","credit_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lease_entries_late_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lease_entries_late_idx" ON "lease_entries" USING btree ("merchant_id","posted_at") WHERE ("lease_entries"."posted_at" at time zone 'UTC')::date + 2 >= (date_trunc('month', "lease_entries"."effective_on"::timestamp) + interval '1 month')::date;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lease_entries_posted_idx";
