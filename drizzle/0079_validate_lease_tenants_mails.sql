ALTER TABLE "lease_tenants" VALIDATE CONSTRAINT "lease_tenants_ended_whole";--> statement-breakpoint
ALTER TABLE "mails" VALIDATE CONSTRAINT "mails_urgency_known";
