DROP INDEX "transfers_to_give_back_idx";--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "counted_at" timestamp with time zone;--> statement-breakpoint
-- What is counted already waits no more.
update transfers t set counted_at = p.completed_at from payments p
where p.id = t.payment_id and p.status = 'completed' and t.orphaned_at is null and (t.id = p.transfer_id or t.verdict = 'part');
--> statement-breakpoint
CREATE INDEX "relays_payment_idx" ON "relays" USING btree ("payment_id","id");--> statement-breakpoint
CREATE INDEX "relays_mined_idx" ON "relays" USING btree ("valid_before") WHERE "relays"."status" = 'mined';--> statement-breakpoint
CREATE INDEX "transfers_block_idx" ON "transfers" USING btree ("chain_id","block_number") WHERE "transfers"."orphaned_at" is null;--> statement-breakpoint
CREATE INDEX "transfers_waiting_idx" ON "transfers" USING btree ("chain_id","block_number","log_index") WHERE "transfers"."verdict" = 'matched' and "transfers"."counted_at" is null and "transfers"."orphaned_at" is null;--> statement-breakpoint
CREATE INDEX "transfers_to_give_back_idx" ON "transfers" USING btree ("chain_id","block_number","log_index") WHERE "transfers"."refund_id" is not null and "transfers"."sender_merchant_id" is not null and "transfers"."given_back_at" is null and "transfers"."orphaned_at" is null and ("transfers"."refund_problem" is null or "transfers"."refund_problem" not in ('foreignWallet', 'wrongAddress'));--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_counted_for_payment" CHECK ("transfers"."counted_at" is null or ("transfers"."payment_id" is not null and "transfers"."orphaned_at" is null));--> statement-breakpoint
-- Whom new transfers concern is said once for all that are written together, and not for each.
drop trigger transfers_announce_merchants on transfers;
--> statement-breakpoint
create function announce_merchants_of_new_transfers() returns trigger language plpgsql as $$
begin
  perform pg_notify('merchant_events', merchant_id::text) from (
    select merchant_id from added union select sender_merchant_id from added
    union select r.merchant_id from added join refunds r on r.id = added.refund_id
  ) as concerned(merchant_id) where merchant_id is not null;
  return null;
end $$;
--> statement-breakpoint
create trigger transfers_announce_new
  after insert on transfers
  referencing new table as added for each statement execute function announce_merchants_of_new_transfers();
--> statement-breakpoint
create trigger transfers_announce_changed
  after update of verdict, payment_id, set_aside_at, orphaned_at, refund_id, refund_problem, given_back_at on transfers
  for each row execute function announce_merchants_of_transfer();
