CREATE TABLE "merchant_acknowledgements" (
	"user_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchant_acknowledgements_pkey" PRIMARY KEY("user_id","merchant_id")
);
--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "name_skeleton" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "look_alike_id" uuid;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "reviewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "reviewed_by" uuid;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "refusal_reason" text;--> statement-breakpoint
ALTER TABLE "merchant_acknowledgements" ADD CONSTRAINT "merchant_acknowledgements_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_acknowledgements" ADD CONSTRAINT "merchant_acknowledgements_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_look_alike_id_merchants_id_fk" FOREIGN KEY ("look_alike_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_reviewed_by_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merchants_skeleton_idx" ON "merchants" USING btree ("name_skeleton");--> statement-breakpoint
CREATE INDEX "merchants_held_idx" ON "merchants" USING btree ("held_at") WHERE "merchants"."held_at" is not null;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_held_for_somebody" CHECK (("merchants"."held_at" is null) or ("merchants"."look_alike_id" is not null));--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_refused_by_somebody" CHECK (("merchants"."refusal_reason" is null) or ("merchants"."reviewed_at" is not null));