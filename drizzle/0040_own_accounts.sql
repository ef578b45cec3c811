ALTER TABLE "merchants" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_read_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "first_password_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_closed_inactive" CHECK ("merchants"."closed_at" is null or "merchants"."status" = 'inactive') NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_read_only_admin" CHECK (not "users"."is_read_only" or "users"."role" = 'admin') NOT VALID;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_closed_inactive" CHECK ("users"."closed_at" is null or "users"."status" = 'inactive') NOT VALID;--> statement-breakpoint
alter table mails validate constraint mails_to_account_or_name;
