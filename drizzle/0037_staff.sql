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
ALTER TABLE "merchant_staff" ADD CONSTRAINT "merchant_staff_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_staff" ADD CONSTRAINT "merchant_staff_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchant_staff" ADD CONSTRAINT "merchant_staff_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "merchant_staff_email_key" ON "merchant_staff" USING btree ("merchant_id","email") WHERE "merchant_staff"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "merchant_staff_user_key" ON "merchant_staff" USING btree ("user_id") WHERE "merchant_staff"."user_id" is not null and "merchant_staff"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "merchant_staff_invite_key" ON "merchant_staff" USING btree ("invite_hash") WHERE "merchant_staff"."invite_hash" is not null;--> statement-breakpoint
CREATE INDEX "merchant_staff_merchant_idx" ON "merchant_staff" USING btree ("merchant_id");