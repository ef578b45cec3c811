CREATE TABLE "payee_changes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"address" text NOT NULL,
	"requested_by" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"takes_effect_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"stopped_by" uuid,
	CONSTRAINT "payee_changes_end_once" CHECK ("payee_changes"."applied_at" is null or "payee_changes"."stopped_at" is null),
	CONSTRAINT "payee_changes_stopped_by_when_stopped" CHECK ("payee_changes"."stopped_by" is null or "payee_changes"."stopped_at" is not null),
	CONSTRAINT "payee_changes_address_shape" CHECK ("payee_changes"."address" ~ '^0x[0-9a-fA-F]{40}$')
);
--> statement-breakpoint
ALTER TABLE "payees" ADD COLUMN "proven_from_block" bigint;--> statement-breakpoint
-- Until now everything that reached a payee was read from its first block on, proven or not.
UPDATE "payees" SET "proven_from_block" = "watched_from_block" WHERE "proven_at" is not null;--> statement-breakpoint
ALTER TABLE "payee_changes" ADD CONSTRAINT "payee_changes_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_changes" ADD CONSTRAINT "payee_changes_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payee_changes" ADD CONSTRAINT "payee_changes_stopped_by_users_id_fk" FOREIGN KEY ("stopped_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payee_changes_waiting_key" ON "payee_changes" USING btree ("merchant_id") WHERE "payee_changes"."applied_at" is null and "payee_changes"."stopped_at" is null;--> statement-breakpoint
CREATE INDEX "payee_changes_due_idx" ON "payee_changes" USING btree ("takes_effect_at") WHERE "payee_changes"."applied_at" is null and "payee_changes"."stopped_at" is null;--> statement-breakpoint
ALTER TABLE "payees" ADD CONSTRAINT "payees_proven_from_block" CHECK (("payees"."proven_at" is null) = ("payees"."proven_from_block" is null));--> statement-breakpoint
ALTER TABLE "payees" ADD CONSTRAINT "payees_proven_while_watched" CHECK ("payees"."proven_from_block" >= "payees"."watched_from_block");--> statement-breakpoint
-- Every screen of the owner learns at once that a change waits, and that it does not any more.
create trigger payee_changes_announce_merchant after insert or update on payee_changes for each row execute function announce_merchant_event();
--> statement-breakpoint
create trigger payees_announce_merchant after insert or update on payees for each row execute function announce_merchant_event();
