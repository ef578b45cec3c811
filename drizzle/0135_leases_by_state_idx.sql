DROP INDEX CONCURRENTLY IF EXISTS "lease_names_tenant_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lease_names_tenant_idx" ON "lease_names" USING btree ("merchant_id","tenant_key","lease_id","ends_on");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "lease_names_unit_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lease_names_unit_idx" ON "lease_names" USING btree ("merchant_id","unit_key","lease_id",coalesce("ends_on", 'infinity'));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "leases_owed_since_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "leases_owed_since_idx" ON "leases" USING btree ("merchant_id","owed_since","id","ends_on",("unused_cents" > "open_cents" or "held_cents" > greatest(0, "open_cents" - "unused_cents" - "open_deposit_cents")));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "leases_balance_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "leases_balance_idx" ON "leases" USING btree ("merchant_id",("open_cents" - "unused_cents"),"id","ends_on",("unused_cents" > "open_cents" or "held_cents" > greatest(0, "open_cents" - "unused_cents" - "open_deposit_cents")));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "leases_past_due_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "leases_past_due_idx" ON "leases" USING btree ("merchant_id","past_due_cents","id","ends_on",("unused_cents" > "open_cents" or "held_cents" > greatest(0, "open_cents" - "unused_cents" - "open_deposit_cents")));--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "leases_last_paid_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "leases_last_paid_idx" ON "leases" USING btree ("merchant_id",coalesce("last_paid_on", '-infinity'),"id","ends_on",("unused_cents" > "open_cents" or "held_cents" > greatest(0, "open_cents" - "unused_cents" - "open_deposit_cents")),"deposits_moved_on");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "leases_ends_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "leases_ends_idx" ON "leases" USING btree ("merchant_id",coalesce("ends_on", 'infinity'),"id",("unused_cents" > "open_cents" or "held_cents" > greatest(0, "open_cents" - "unused_cents" - "open_deposit_cents")));
