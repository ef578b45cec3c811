ALTER TABLE "chain_cursors" ADD COLUMN "kept_number" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "chain_cursors" ADD COLUMN "kept_time" timestamp with time zone DEFAULT 'epoch' NOT NULL;--> statement-breakpoint
-- Written by hand: what was read so far was kept whole.
UPDATE "chain_cursors" SET "kept_number" = "block_number", "kept_time" = "block_time";
