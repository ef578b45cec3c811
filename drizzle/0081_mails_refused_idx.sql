DROP INDEX CONCURRENTLY IF EXISTS "mails_refused_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_refused_idx" ON "mails" USING btree ("user_id","created_at") WHERE "mails"."status" = 'refused';
