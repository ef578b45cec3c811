CREATE TABLE "passkey_wallet_passkeys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"wallet_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"sign_count" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"wrap" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passkey_wallets" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"recovery_wrap" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "passkey_wallets_address_shape" CHECK ("passkey_wallets"."address" ~ '^0x[0-9a-fA-F]{40}$')
);
--> statement-breakpoint
ALTER TABLE "passkey_challenges" DROP CONSTRAINT "passkey_challenges_purpose_known";--> statement-breakpoint
ALTER TABLE "passkey_wallet_passkeys" ADD CONSTRAINT "passkey_wallet_passkeys_wallet_id_passkey_wallets_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "public"."passkey_wallets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_wallets" ADD CONSTRAINT "passkey_wallets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "passkey_wallet_passkeys_credential_key" ON "passkey_wallet_passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkey_wallet_passkeys_wallet_idx" ON "passkey_wallet_passkeys" USING btree ("wallet_id");--> statement-breakpoint
CREATE INDEX "passkey_wallet_passkeys_removed_idx" ON "passkey_wallet_passkeys" USING btree ("removed_at") WHERE "passkey_wallet_passkeys"."removed_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "passkey_wallets_user_key" ON "passkey_wallets" USING btree ("user_id") WHERE "passkey_wallets"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "passkey_wallets_user_idx" ON "passkey_wallets" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_purpose_known" CHECK ("passkey_challenges"."purpose" in ('signIn', 'add', 'prove', 'addToWallet')) NOT VALID;