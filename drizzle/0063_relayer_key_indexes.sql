DROP INDEX CONCURRENTLY IF EXISTS "cheques_stuck_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "cheques_stuck_idx" ON "cheques" USING btree ("stuck_since") WHERE "cheques"."stuck_since" is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "relays_unerased_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "relays_unerased_idx" ON "relays" USING btree ("id") WHERE "relays"."status" = 'failed' and "relays"."signature" <> '0x';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "transfers_binding_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "transfers_binding_idx" ON "transfers" USING btree ("binding") WHERE "transfers"."binding" is not null;
