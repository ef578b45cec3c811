CREATE TABLE "alarm_silences" (
	"key" text PRIMARY KEY NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"silenced_by_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alarm_webhooks" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"alarm_id" uuid NOT NULL,
	"turn" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alarm_webhooks_turn_known" CHECK ("alarm_webhooks"."turn" in ('raised', 'cleared')),
	CONSTRAINT "alarm_webhooks_status_known" CHECK ("alarm_webhooks"."status" in ('waiting', 'sent', 'failed'))
);
--> statement-breakpoint
DROP INDEX "alarms_raised_idx";--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "acknowledged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "alarms" ADD COLUMN "acknowledged_by_id" uuid;--> statement-breakpoint
ALTER TABLE "alarm_silences" ADD CONSTRAINT "alarm_silences_silenced_by_id_users_id_fk" FOREIGN KEY ("silenced_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_webhooks" ADD CONSTRAINT "alarm_webhooks_alarm_id_alarms_id_fk" FOREIGN KEY ("alarm_id") REFERENCES "public"."alarms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_webhooks_once" ON "alarm_webhooks" USING btree ("alarm_id","turn");--> statement-breakpoint
CREATE INDEX "alarm_webhooks_waiting_idx" ON "alarm_webhooks" USING btree ("next_try_at") WHERE "alarm_webhooks"."status" = 'waiting';--> statement-breakpoint
CREATE INDEX "alarm_webhooks_created_idx" ON "alarm_webhooks" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_acknowledged_by_id_users_id_fk" FOREIGN KEY ("acknowledged_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alarms_raised_idx" ON "alarms" USING btree ("raised_at","id");--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_acknowledged_by" CHECK (("alarms"."acknowledged_at" is null) = ("alarms"."acknowledged_by_id" is null));--> statement-breakpoint
UPDATE "alarms" SET "told_at" = "raised_at";
