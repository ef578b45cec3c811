ALTER TABLE "merchants" VALIDATE CONSTRAINT "merchants_closed_inactive";--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_read_only_admin";--> statement-breakpoint
ALTER TABLE "users" VALIDATE CONSTRAINT "users_closed_inactive";
