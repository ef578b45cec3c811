DROP INDEX CONCURRENTLY IF EXISTS "charges_month_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "charges_month_key" ON "charges" USING btree ("lease_id","kind","period") WHERE "charges"."period" is not null and not "charges"."voided_for_end";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "charges_period_key";
