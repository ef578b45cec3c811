ALTER TABLE "lease_credits" VALIDATE CONSTRAINT "lease_credits_deposit_charge_id_charges_id_fk";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_charge_id_charges_id_fk";--> statement-breakpoint
ALTER TABLE "refunds" VALIDATE CONSTRAINT "refunds_lease_credit_id_lease_credits_id_fk";--> statement-breakpoint
ALTER TABLE "disputes" VALIDATE CONSTRAINT "disputes_lease_credit_id_lease_credits_id_fk";--> statement-breakpoint
ALTER TABLE "account_tokens" VALIDATE CONSTRAINT "account_tokens_session_id_sessions_id_fk";
