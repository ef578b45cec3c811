DROP INDEX "payments_status_idx";--> statement-breakpoint
CREATE INDEX "payments_status_time_idx" ON "payments" USING btree ("status","created_at","id","amount_cents");