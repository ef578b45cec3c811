DROP INDEX "relays_one_living_key";--> statement-breakpoint
CREATE INDEX "refunds_open_to_idx" ON "refunds" USING btree (lower("to_address")) WHERE "refunds"."status" = 'open';--> statement-breakpoint
-- Of two that were queued for one payment, the first carried its money; the second found the signature used.
UPDATE "relays" AS "newer" SET "status" = 'failed', "failure" = 'alreadyPaid' WHERE "newer"."status" <> 'failed' AND EXISTS (
  SELECT FROM "relays" AS "older" WHERE "older"."payment_id" = "newer"."payment_id" AND "older"."status" <> 'failed' AND "older"."id" < "newer"."id"
);--> statement-breakpoint
CREATE UNIQUE INDEX "relays_one_living_key" ON "relays" USING btree ("payment_id") WHERE "relays"."status" <> 'failed';