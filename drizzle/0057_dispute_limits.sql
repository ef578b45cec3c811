ALTER TABLE "disputes" ADD COLUMN IF NOT EXISTS "returned_before_units" numeric(78,0);--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN IF NOT EXISTS "lease_credit_id" uuid;--> statement-breakpoint
ALTER TABLE "disputes" DROP CONSTRAINT IF EXISTS "disputes_lease_credit_id_lease_credits_id_fk";--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_lease_credit_id_lease_credits_id_fk" FOREIGN KEY ("lease_credit_id") REFERENCES "public"."lease_credits"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "disputes_lease_credit_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "disputes_lease_credit_key" ON "disputes" USING btree ("lease_credit_id") WHERE "disputes"."lease_credit_id" is not null;
