ALTER TABLE "charges" ADD COLUMN "voided_for_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "unused_credit_id" uuid;--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "undone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_unused_credit_id_lease_credits_id_fk" FOREIGN KEY ("unused_credit_id") REFERENCES "public"."lease_credits"("id") ON DELETE no action ON UPDATE no action NOT VALID;
