ALTER TABLE "cheques" ADD COLUMN "unused_block" bigint;--> statement-breakpoint
ALTER TABLE "cheques" ADD COLUMN "searched_block" bigint;--> statement-breakpoint
ALTER TABLE "cheques" ADD COLUMN "stuck_since" timestamp with time zone;
