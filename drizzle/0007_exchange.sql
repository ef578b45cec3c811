CREATE TABLE "exchange_accounts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"external_user_id" text,
	"sealed_access_token" text,
	"sealed_refresh_token" text,
	"access_expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "exchange_links" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"sealed_verifier" text NOT NULL,
	"return_path" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"outcome" text,
	"cleared_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "onramp_orders" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"payment_id" uuid NOT NULL,
	"user_ref" text NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"tx_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_look_at" timestamp with time zone,
	"bound_at" timestamp with time zone,
	CONSTRAINT "onramp_orders_bound_has_transfer" CHECK ("onramp_orders"."bound_at" is null or "onramp_orders"."tx_hash" is not null)
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"user_ref" text,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "exchange_accounts" ADD CONSTRAINT "exchange_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_links" ADD CONSTRAINT "exchange_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_links" ADD CONSTRAINT "exchange_links_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "onramp_orders" ADD CONSTRAINT "onramp_orders_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "exchange_accounts_user_key" ON "exchange_accounts" USING btree ("user_id") WHERE "exchange_accounts"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "exchange_accounts_external_key" ON "exchange_accounts" USING btree ("external_user_id") WHERE "exchange_accounts"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "exchange_links_user_idx" ON "exchange_links" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "onramp_orders_user_ref_key" ON "onramp_orders" USING btree ("user_ref");--> statement-breakpoint
CREATE INDEX "onramp_orders_payment_idx" ON "onramp_orders" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "onramp_orders_due_idx" ON "onramp_orders" USING btree ("next_look_at") WHERE "onramp_orders"."next_look_at" is not null;--> statement-breakpoint
CREATE INDEX "provider_events_received_idx" ON "provider_events" USING btree ("received_at");