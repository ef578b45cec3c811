DROP INDEX CONCURRENTLY IF EXISTS "mails_due_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "mails_due_idx" ON "mails" USING btree ("urgency","next_try_at") WHERE "mails"."status" = 'waiting';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "mails_waiting_idx";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tenant_invitations_place_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "tenant_invitations_place_key" ON "tenant_invitations" USING btree ("lease_tenant_id") WHERE "tenant_invitations"."invite_hash" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tenant_invitations_enroll_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "tenant_invitations_enroll_key" ON "tenant_invitations" USING btree ("merchant_id","email") WHERE "tenant_invitations"."invite_hash" is not null and "tenant_invitations"."lease_tenant_id" is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tenant_invitations_email_key";
