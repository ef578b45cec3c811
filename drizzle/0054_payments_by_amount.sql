DROP INDEX CONCURRENTLY IF EXISTS "payments_merchant_amount_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_merchant_amount_idx" ON "payments" USING btree ("merchant_id","amount_cents","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_merchant_status_amount_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_merchant_status_amount_idx" ON "payments" USING btree ("merchant_id","status","amount_cents","id");
