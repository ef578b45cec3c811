ALTER TABLE "passkey_challenges" VALIDATE CONSTRAINT "passkey_challenges_purpose_known";--> statement-breakpoint
ALTER TABLE "passkey_challenges" VALIDATE CONSTRAINT "passkey_challenges_of_somebody";