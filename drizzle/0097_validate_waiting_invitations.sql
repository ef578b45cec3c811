ALTER TABLE "tenant_invitations" VALIDATE CONSTRAINT "tenant_invitations_send_waiting";--> statement-breakpoint
ALTER TABLE "tenant_invitations" VALIDATE CONSTRAINT "tenant_invitations_one_state";
