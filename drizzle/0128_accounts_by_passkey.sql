ALTER TABLE "passkey_challenges" DROP CONSTRAINT "passkey_challenges_purpose_known";--> statement-breakpoint
ALTER TABLE "passkey_challenges" DROP CONSTRAINT "passkey_challenges_of_somebody";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_purpose_known" CHECK ("passkey_challenges"."purpose" in ('signIn', 'add', 'prove', 'addToWallet', 'signUp', 'walletSignIn', 'walletProve')) NOT VALID;--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_of_somebody" CHECK (("passkey_challenges"."purpose" in ('signIn', 'signUp', 'walletSignIn')) = ("passkey_challenges"."user_id" is null)) NOT VALID;