ALTER TABLE "account_tokens" DROP CONSTRAINT "account_tokens_purpose_known";--> statement-breakpoint
ALTER TABLE "known_devices" ADD COLUMN "has_signed_in" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_purpose_known" CHECK ("account_tokens"."purpose" in ('confirmEmail', 'resetPassword', 'changeEmail', 'keepEmail', 'knowDevice')) NOT VALID;
