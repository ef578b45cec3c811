ALTER TABLE "disputes" ADD COLUMN "returned_before_units" numeric(78,0);--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "lease_credit_id" uuid;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_lease_credit_id_lease_credits_id_fk" FOREIGN KEY ("lease_credit_id") REFERENCES "public"."lease_credits"("id") ON DELETE no action ON UPDATE no action NOT VALID;