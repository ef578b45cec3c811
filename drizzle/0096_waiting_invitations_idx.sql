DROP INDEX CONCURRENTLY IF EXISTS "tenant_invitations_waiting_key";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "tenant_invitations_waiting_key" ON "tenant_invitations" USING btree ("lease_tenant_id") WHERE "tenant_invitations"."waiting_since" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tenant_invitations_send_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tenant_invitations_send_idx" ON "tenant_invitations" USING btree ("send_at","id") WHERE "tenant_invitations"."send_at" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tenant_invitations_inviter_waiting_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tenant_invitations_inviter_waiting_idx" ON "tenant_invitations" USING btree ("invited_by") WHERE "tenant_invitations"."waiting_since" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "tenant_invitations_email_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "tenant_invitations_email_idx" ON "tenant_invitations" USING btree ("email") WHERE "tenant_invitations"."invite_hash" is not null;
