CREATE TABLE "merchant_acknowledgements" (
	"user_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merchant_acknowledgements_pkey" PRIMARY KEY("user_id","merchant_id")
);
--> statement-breakpoint
CREATE TABLE "merchant_staff" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"user_id" uuid,
	"invite_hash" text,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"joined_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "merchant_staff_role_known" CHECK ("merchant_staff"."role" in ('owner', 'manager', 'viewer')),
	CONSTRAINT "merchant_staff_joined_whole" CHECK (("merchant_staff"."user_id" is null) = ("merchant_staff"."joined_at" is null)),
	CONSTRAINT "merchant_staff_joined_once" CHECK ("merchant_staff"."user_id" is null or "merchant_staff"."invite_hash" is null)
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
ALTER TABLE "merchant_staff" ADD CONSTRAINT "merchant_staff_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_staff" ADD CONSTRAINT "merchant_staff_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_staff" ADD CONSTRAINT "merchant_staff_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "merchant_staff_email_key" ON "merchant_staff" USING btree ("merchant_id","email") WHERE "merchant_staff"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "merchant_staff_user_key" ON "merchant_staff" USING btree ("user_id") WHERE "merchant_staff"."user_id" is not null and "merchant_staff"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "merchant_staff_invite_key" ON "merchant_staff" USING btree ("invite_hash") WHERE "merchant_staff"."invite_hash" is not null;--> statement-breakpoint
CREATE INDEX "merchant_staff_merchant_idx" ON "merchant_staff" USING btree ("merchant_id");--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_look_alike_id_merchants_id_fk" FOREIGN KEY ("look_alike_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_reviewed_by_users_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merchants_skeleton_idx" ON "merchants" USING btree ("name_skeleton");--> statement-breakpoint
CREATE INDEX "merchants_held_idx" ON "merchants" USING btree ("held_at") WHERE "merchants"."held_at" is not null;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_held_for_somebody" CHECK (("merchants"."held_at" is null) or ("merchants"."look_alike_id" is not null));--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_refused_by_somebody" CHECK (("merchants"."refusal_reason" is null) or ("merchants"."reviewed_at" is not null));