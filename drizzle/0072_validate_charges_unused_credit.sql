ALTER TABLE "charges" VALIDATE CONSTRAINT "charges_unused_credit_id_lease_credits_id_fk";
