ALTER TABLE "payees" ADD COLUMN "catch_up_block" bigint;--> statement-breakpoint
CREATE INDEX "payees_catch_up_idx" ON "payees" USING btree ("catch_up_block") WHERE "payees"."catch_up_block" is not null;--> statement-breakpoint
CREATE INDEX "transfers_short_idx" ON "transfers" USING btree ("merchant_id","payment_id") WHERE "transfers"."verdict" = 'short' and "transfers"."orphaned_at" is null;--> statement-breakpoint
ALTER TABLE "payees" ADD CONSTRAINT "payees_catch_up_before_proof" CHECK ("payees"."catch_up_block" is null or "payees"."catch_up_block" < "payees"."proven_from_block");--> statement-breakpoint
-- Wallets that were proven before this was remembered, where a checkout was so old by then that they may not have been read for a while.
UPDATE "payees" p SET "catch_up_block" = p."watched_from_block"
	WHERE p."proven_from_block" > p."watched_from_block" AND EXISTS (
		SELECT FROM "payments" y WHERE y."merchant_id" = p."merchant_id" AND lower(y."payee_address") = lower(p."address")
			AND y."created_at" <= p."proven_at" - interval '90 days'
	);
