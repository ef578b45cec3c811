CREATE TABLE "tenant_invitations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"email" text NOT NULL,
	"address" text NOT NULL,
	"apt_number" text,
	"lease_tenant_id" uuid,
	"invite_hash" text,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"user_id" uuid,
	"joined_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "tenant_invitations_joined_whole" CHECK (("tenant_invitations"."user_id" is null) = ("tenant_invitations"."joined_at" is null)),
	CONSTRAINT "tenant_invitations_one_state" CHECK (("tenant_invitations"."invite_hash" is not null)::int + ("tenant_invitations"."joined_at" is not null)::int + ("tenant_invitations"."ended_at" is not null)::int = 1)
);
--> statement-breakpoint
ALTER TABLE "tenant_invitations" ADD CONSTRAINT "tenant_invitations_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_invitations" ADD CONSTRAINT "tenant_invitations_lease_tenant_id_lease_tenants_id_fk" FOREIGN KEY ("lease_tenant_id") REFERENCES "public"."lease_tenants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_invitations" ADD CONSTRAINT "tenant_invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tenant_invitations" ADD CONSTRAINT "tenant_invitations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tenant_invitations_merchant_idx" ON "tenant_invitations" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_invitations_hash_key" ON "tenant_invitations" USING btree ("invite_hash") WHERE "tenant_invitations"."invite_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_invitations_email_key" ON "tenant_invitations" USING btree ("merchant_id","email") WHERE "tenant_invitations"."invite_hash" is not null;