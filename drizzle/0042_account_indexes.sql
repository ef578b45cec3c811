DROP INDEX CONCURRENTLY IF EXISTS "dispute_comments_author_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "dispute_comments_author_idx" ON "dispute_comments" USING btree ("author_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "enrollments_user_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "enrollments_user_idx" ON "enrollments" USING btree ("user_id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "merchant_staff_unused_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "merchant_staff_unused_idx" ON "merchant_staff" USING btree ("expires_at") WHERE "merchant_staff"."user_id" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tenant_invitations_unused_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tenant_invitations_unused_idx" ON "tenant_invitations" USING btree ("expires_at") WHERE "tenant_invitations"."user_id" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transfer_claims_payer_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transfer_claims_payer_idx" ON "transfer_claims" USING btree ("payer_id");
