DROP INDEX CONCURRENTLY IF EXISTS "lease_tenants_waiting_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "lease_tenants_waiting_idx" ON "lease_tenants" USING btree ("email") WHERE "lease_tenants"."user_id" is null;
