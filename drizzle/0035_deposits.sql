DROP INDEX CONCURRENTLY IF EXISTS "charges_deposit_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "charges_deposit_idx" ON "charges" USING btree ("lease_id","paid_cents") WHERE "charges"."kind" = 'deposit' and "charges"."voided_at" is null;
