CREATE TABLE "terms_signatures" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"terms_id" uuid NOT NULL,
	"address" text NOT NULL,
	"signature" text NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "terms_signatures_address_shape" CHECK ("terms_signatures"."address" ~ '^0x[0-9a-fA-F]{40}$'),
	CONSTRAINT "terms_signatures_signature_shape" CHECK ("terms_signatures"."signature" ~ '^0x([0-9a-f]{2})+$')
);
--> statement-breakpoint
ALTER TABLE "terms_signatures" ADD CONSTRAINT "terms_signatures_terms_id_lease_terms_id_fk" FOREIGN KEY ("terms_id") REFERENCES "public"."lease_terms"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terms_signatures" ADD CONSTRAINT "terms_signatures_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "terms_signatures_wallet_key" ON "terms_signatures" USING btree ("terms_id",lower("address"));