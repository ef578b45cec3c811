DROP INDEX CONCURRENTLY IF EXISTS "known_devices_token_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "known_devices_token_idx" ON "known_devices" USING btree ("token_hash");
