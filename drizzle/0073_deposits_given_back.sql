ALTER TABLE "lease_credits" ADD COLUMN "deposit_charge_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "charge_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "lease_credit_id" uuid;--> statement-breakpoint
ALTER TABLE "lease_credits" ADD CONSTRAINT "lease_credits_deposit_charge_id_charges_id_fk" FOREIGN KEY ("deposit_charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_charge_id_charges_id_fk" FOREIGN KEY ("charge_id") REFERENCES "public"."charges"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_lease_credit_id_lease_credits_id_fk" FOREIGN KEY ("lease_credit_id") REFERENCES "public"."lease_credits"("id") ON DELETE no action ON UPDATE no action NOT VALID;