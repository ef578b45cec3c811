-- Items that fail are kept in one table, and nobody reads or writes cheques.stuck_since from this version on. The version before names the column in its
-- statements, so that it stays while both run: the next version drops it.
DROP INDEX "cheques_stuck_idx";--> statement-breakpoint
CREATE TABLE "set_aside" (
	"list" text NOT NULL,
	"item" text NOT NULL,
	"name" text NOT NULL,
	"merchant_id" uuid,
	"error" text NOT NULL,
	"tries" integer NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	"first_failed_at" timestamp with time zone NOT NULL,
	"last_failed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "set_aside_list_item_pk" PRIMARY KEY("list","item"),
	CONSTRAINT "set_aside_tries_positive" CHECK ("set_aside"."tries" > 0),
	CONSTRAINT "set_aside_error_short" CHECK (length("error") <= 1000)
);
--> statement-breakpoint
ALTER TABLE "set_aside" ADD CONSTRAINT "set_aside_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "set_aside_failed_idx" ON "set_aside" USING btree ("first_failed_at");--> statement-breakpoint
CREATE INDEX "set_aside_merchant_idx" ON "set_aside" USING btree ("merchant_id");--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_time_zone_known" CHECK (("leases"."time_zone" = 'UTC' or "leases"."time_zone" like '%/%') and timezone("leases"."time_zone", '2000-01-01T00:00:00Z'::timestamptz) is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_time_zone_known" CHECK (("merchants"."time_zone" = 'UTC' or "merchants"."time_zone" like '%/%') and timezone("merchants"."time_zone", '2000-01-01T00:00:00Z'::timestamptz) is not null) NOT VALID;
