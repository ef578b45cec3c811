DROP INDEX CONCURRENTLY IF EXISTS "disputes_amount_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "disputes_amount_idx" ON "disputes" USING btree ("amount_cents","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "disputes_status_amount_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "disputes_status_amount_idx" ON "disputes" USING btree ("status","amount_cents","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_amount_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_amount_idx" ON "payments" USING btree ("amount_cents","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "payments_status_amount_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "payments_status_amount_idx" ON "payments" USING btree ("status","amount_cents","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "wallets_address_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "wallets_address_idx" ON "wallets" USING btree (lower("address"));
