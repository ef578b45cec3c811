DROP INDEX CONCURRENTLY IF EXISTS "leases_past_due_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "leases_past_due_idx" ON "leases" USING btree ("merchant_id","past_due_cents","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "leases_past_due_until_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "leases_past_due_until_idx" ON "leases" USING btree ("past_due_until","merchant_id") WHERE "leases"."past_due_until" is not null;
