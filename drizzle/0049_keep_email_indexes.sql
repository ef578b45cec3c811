DROP INDEX CONCURRENTLY IF EXISTS "account_tokens_newest_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "account_tokens_newest_key" ON "account_tokens" USING btree ("user_id","purpose") WHERE "account_tokens"."ended_at" is null and "account_tokens"."purpose" <> 'keepEmail';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "account_tokens_kept_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "account_tokens_kept_idx" ON "account_tokens" USING btree ("email") WHERE "account_tokens"."ended_at" is null and "account_tokens"."purpose" = 'keepEmail';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "account_tokens_living_key";
