ALTER TABLE "account_tokens" VALIDATE CONSTRAINT "account_tokens_purpose_known";
