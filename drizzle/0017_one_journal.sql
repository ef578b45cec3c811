DROP INDEX "refunds_dispute_key";
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_completed_has_transfer";
--> statement-breakpoint
ALTER TABLE "transfers" DROP CONSTRAINT "transfers_set_aside_unmatched";
--> statement-breakpoint
ALTER TABLE "transfers" DROP CONSTRAINT "transfers_matched_has_payment";
--> statement-breakpoint
DROP INDEX "refunds_log_key";
--> statement-breakpoint
DROP INDEX "refunds_watched_idx";
--> statement-breakpoint
DROP INDEX "refunds_completed_idx";
--> statement-breakpoint
DROP INDEX "transfers_odd_idx";
--> statement-breakpoint
CREATE TABLE "journal_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "journal_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"posting_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"chain_id" integer NOT NULL,
	"merchant_id" uuid NOT NULL,
	"wallet_address" text NOT NULL,
	"transfer_id" uuid,
	"payment_id" uuid,
	"refund_id" uuid,
	"units" numeric(78,0) NOT NULL,
	"block_number" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "journal_entries_payment_account" CHECK (("journal_entries"."account" in ('payment', 'returned')) = ("journal_entries"."payment_id" is not null)),
	CONSTRAINT "journal_entries_units_not_zero" CHECK ("journal_entries"."units" <> 0)
);
--> statement-breakpoint
ALTER TABLE "transfers" ALTER COLUMN "merchant_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "transfers" ALTER COLUMN "verdict" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "payees" ADD COLUMN "watched_from_block" bigint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "transfer_id" uuid;
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "cancelled_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "sender_merchant_id" uuid;
--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "refund_id" uuid;
--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "refund_problem" text;
--> statement-breakpoint
ALTER TABLE "transfers" ADD COLUMN "given_back_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "journal_entries" ADD CONSTRAINT "journal_entries_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "journal_entries" ADD CONSTRAINT "journal_entries_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "journal_entries" ADD CONSTRAINT "journal_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "journal_entries" ADD CONSTRAINT "journal_entries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "journal_entries_transfer_idx" ON "journal_entries" USING btree ("transfer_id") WHERE "journal_entries"."transfer_id" is not null;
--> statement-breakpoint
CREATE INDEX "journal_entries_payment_idx" ON "journal_entries" USING btree ("payment_id","account","units") WHERE "journal_entries"."payment_id" is not null;
--> statement-breakpoint
CREATE INDEX "journal_entries_merchant_idx" ON "journal_entries" USING btree ("merchant_id","account","at","units");
--> statement-breakpoint
CREATE INDEX "journal_entries_wallet_idx" ON "journal_entries" USING btree (lower("wallet_address"),"block_number","units") WHERE "journal_entries"."account" = 'wallet';
--> statement-breakpoint
CREATE INDEX "journal_entries_unkept_idx" ON "journal_entries" USING btree ("chain_id","block_number") WHERE "journal_entries"."transfer_id" is null;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_transfer_id_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."transfers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_sender_merchant_id_merchants_id_fk" FOREIGN KEY ("sender_merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE UNIQUE INDEX "refunds_transfer_key" ON "refunds" USING btree ("transfer_id");
--> statement-breakpoint
CREATE INDEX "transfers_refund_idx" ON "transfers" USING btree ("refund_id","block_number","log_index") WHERE "transfers"."refund_id" is not null;
--> statement-breakpoint
CREATE INDEX "transfers_sender_idx" ON "transfers" USING btree (lower("from_address")) WHERE "transfers"."verdict" = 'unmatched' and "transfers"."orphaned_at" is null;
--> statement-breakpoint
CREATE INDEX "transfers_hash_idx" ON "transfers" USING btree (lower("tx_hash"));
--> statement-breakpoint
CREATE INDEX "transfers_odd_idx" ON "transfers" USING btree ("block_time","id") WHERE "transfers"."verdict" not in ('matched', 'part') and "transfers"."orphaned_at" is null;
--> statement-breakpoint
-- A transfer is announced to whoever received it, whoever sent it, and whose refund it carries.
create function announce_merchants_of_transfer() returns trigger language plpgsql as $$
begin
  perform pg_notify('merchant_events', merchant_id::text) from (
    select new.merchant_id union select new.sender_merchant_id union select r.merchant_id from refunds r where r.id = new.refund_id
  ) as concerned(merchant_id) where merchant_id is not null;
  return null;
end $$;
--> statement-breakpoint
drop trigger transfers_announce_merchant on transfers;
--> statement-breakpoint
create trigger transfers_announce_merchants
  after insert or update of verdict, payment_id, set_aside_at, orphaned_at, refund_id, refund_problem, given_back_at on transfers
  for each row execute function announce_merchants_of_transfer();
--> statement-breakpoint
drop trigger odd_refund_transfers_announce_merchant on odd_refund_transfers;
--> statement-breakpoint
drop function announce_merchant_of_refund();
--> statement-breakpoint
-- The journal is written once, like history, and what is written together adds up to nothing.
create trigger journal_entries_append_only before update or delete or truncate on journal_entries execute function refuse_change();
--> statement-breakpoint
create function refuse_unbalanced_posting() returns trigger language plpgsql as $$
begin
  if exists (select from added group by posting_id having sum(units) <> 0) then
    raise exception 'a posting does not add up to nothing' using errcode = 'restrict_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger journal_entries_balanced after insert on journal_entries
  referencing new table as added for each statement execute function refuse_unbalanced_posting();
--> statement-breakpoint
-- What an address had received before it was a payout wallet is nobody's: blocks are two seconds apart, with a minute to spare.
update payees p set watched_from_block = greatest(0, c.block_number - ceil(extract(epoch from c.block_time - p.created_at) / 2)::bigint - 30)
from chain_cursors c where c.block_time > p.created_at;
--> statement-breakpoint
-- The transfers of refunds become rows like all others: first what was counted for a refund,
insert into transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, token_address, from_address, to_address, usdc_units,
  binding, sender_merchant_id, refund_id, refund_problem, given_back_at, seen_at, final_at, created_at)
select r.chain_id, r.tx_hash, r.log_index, r.block_number, r.block_hash, coalesce(o.block_time, date_trunc('second', r.completed_at)),
  r.token_address, r.from_address, r.to_address, coalesce(o.usdc_units, r.amount_cents::numeric * 10000),
  r.binding, r.merchant_id, r.id, case when o.id is null then null else 'over' end, r.completed_at, r.completed_at, r.final_at, r.completed_at
from refunds r
left join odd_refund_transfers o on o.chain_id = r.chain_id and o.tx_hash = r.tx_hash and o.log_index = r.log_index and o.problem = 'over'
where r.status = 'completed'
on conflict (chain_id, tx_hash, log_index) do update set sender_merchant_id = excluded.sender_merchant_id,
  refund_id = excluded.refund_id, refund_problem = excluded.refund_problem, given_back_at = excluded.given_back_at;
--> statement-breakpoint
-- then what was sent for one otherwise than asked.
insert into transfers (chain_id, tx_hash, log_index, block_number, block_hash, block_time, token_address, from_address, to_address, usdc_units,
  binding, sender_merchant_id, refund_id, refund_problem, given_back_at, seen_at, created_at)
select o.chain_id, o.tx_hash, o.log_index, o.block_number, o.block_hash, o.block_time, r.token_address, o.from_address, o.to_address, o.usdc_units,
  r.binding, case when o.problem = 'foreignWallet' then null else r.merchant_id end, r.id, o.problem,
  case when o.problem in ('short', 'duplicate') then o.created_at end, o.created_at, o.created_at
from odd_refund_transfers o join refunds r on r.id = o.refund_id
where o.problem <> 'over'
on conflict (chain_id, tx_hash, log_index) do update set sender_merchant_id = excluded.sender_merchant_id,
  refund_id = excluded.refund_id, refund_problem = excluded.refund_problem, given_back_at = excluded.given_back_at;
--> statement-breakpoint
update refunds r set transfer_id = t.id from transfers t
where r.status = 'completed' and t.chain_id = r.chain_id and t.tx_hash = r.tx_hash and t.log_index = r.log_index;
--> statement-breakpoint
-- When one was given up was not kept; it was not before it was begun.
update refunds set cancelled_at = created_at where status = 'cancelled';
--> statement-breakpoint
-- The journal of what is there: money that came in,
insert into journal_entries (posting_id, kind, account, chain_id, merchant_id, wallet_address, transfer_id, units, block_number, at)
select p.posting_id, 'received', line.account, p.chain_id, p.merchant_id, p.to_address, p.id, line.sign * p.usdc_units, p.block_number, p.seen_at
from (select uuidv7() as posting_id, t.* from transfers t where t.orphaned_at is null and t.merchant_id is not null and t.usdc_units > 0 offset 0) p
cross join (values ('wallet', 1), ('unmatched', -1)) as line(account, sign);
--> statement-breakpoint
-- what of it was counted for payments,
insert into journal_entries (posting_id, kind, account, chain_id, merchant_id, wallet_address, transfer_id, payment_id, units, block_number, at)
select p.posting_id, 'credited', line.account, p.chain_id, p.merchant_id, p.to_address, p.id,
  case when line.account = 'payment' then p.paid_id end, line.sign * p.usdc_units, p.block_number, p.completed_at
from (
  select uuidv7() as posting_id, t.*, paid.id as paid_id, paid.completed_at
  from payments paid join transfers t on t.id = paid.transfer_id where t.orphaned_at is null offset 0
) p
cross join (values ('unmatched', 1), ('payment', -1)) as line(account, sign);
--> statement-breakpoint
-- money that went out,
insert into journal_entries (posting_id, kind, account, chain_id, merchant_id, wallet_address, transfer_id, refund_id, units, block_number, at)
select p.posting_id, 'sent', line.account, p.chain_id, p.sender_merchant_id, p.from_address, p.id, p.refund_id, line.sign * p.usdc_units, p.block_number, p.seen_at
from (select uuidv7() as posting_id, t.* from transfers t where t.orphaned_at is null and t.sender_merchant_id is not null and t.usdc_units > 0 offset 0) p
cross join (values ('sent', 1), ('wallet', -1)) as line(account, sign);
--> statement-breakpoint
-- and what of it went back to payers, up to what had come in for their payment, the oldest first.
insert into journal_entries (posting_id, kind, account, chain_id, merchant_id, wallet_address, transfer_id, payment_id, refund_id, units, block_number, at)
select p.posting_id, 'returned', line.account, p.chain_id, p.sender_merchant_id, p.from_address, p.id,
  case when line.account = 'returned' then p.refunded_id end, p.refund_id, line.sign * p.units, p.block_number, p.given_back_at
from (
  select uuidv7() as posting_id, given.*, least(given.usdc_units, greatest(given.credited - given.before, 0)) as units
  from (
    select t.*, r.payment_id as refunded_id, paid_by.usdc_units as credited,
      coalesce(sum(t.usdc_units) over (partition by r.payment_id order by t.block_number, t.log_index rows between unbounded preceding and 1 preceding), 0) as before
    from transfers t
    join refunds r on r.id = t.refund_id
    join payments paid on paid.id = r.payment_id
    join transfers paid_by on paid_by.id = paid.transfer_id and paid_by.orphaned_at is null
    where t.given_back_at is not null and t.orphaned_at is null
  ) given offset 0
) p
cross join (values ('returned', 1), ('sent', -1)) as line(account, sign)
where p.units > 0;
--> statement-breakpoint
ALTER TABLE "refunds" DROP COLUMN "scanned_to";
--> statement-breakpoint
ALTER TABLE "refunds" DROP COLUMN "final_at";
--> statement-breakpoint
ALTER TABLE "refunds" DROP COLUMN "from_address";
--> statement-breakpoint
ALTER TABLE "refunds" DROP COLUMN "tx_hash";
--> statement-breakpoint
ALTER TABLE "refunds" DROP COLUMN "log_index";
--> statement-breakpoint
ALTER TABLE "refunds" DROP COLUMN "block_number";
--> statement-breakpoint
ALTER TABLE "refunds" DROP COLUMN "block_hash";
--> statement-breakpoint
DROP TABLE "odd_refund_transfers";
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_completed_has_time" CHECK (("refunds"."status" = 'completed') = ("refunds"."completed_at" is not null));
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_cancelled_has_time" CHECK ("refunds"."status" <> 'cancelled' or "refunds"."cancelled_at" is not null);
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_completed_has_transfer" CHECK (("refunds"."status" = 'completed') = ("refunds"."transfer_id" is not null));
--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_verdict_when_received" CHECK (("transfers"."verdict" is null) = ("transfers"."merchant_id" is null));
--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_concerns_somebody" CHECK ("transfers"."merchant_id" is not null or "transfers"."sender_merchant_id" is not null or "transfers"."refund_id" is not null);
--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_problem_has_refund" CHECK ("transfers"."refund_problem" is null or "transfers"."refund_id" is not null);
--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_given_back_for_refund" CHECK ("transfers"."given_back_at" is null or ("transfers"."refund_id" is not null and "transfers"."sender_merchant_id" is not null and "transfers"."orphaned_at" is null));
--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_set_aside_unmatched" CHECK ("transfers"."set_aside_at" is null or "transfers"."verdict" not in ('matched', 'part'));
--> statement-breakpoint
ALTER TABLE "transfers" ADD CONSTRAINT "transfers_matched_has_payment" CHECK ("transfers"."verdict" = 'unmatched' or "transfers"."verdict" is null or "transfers"."payment_id" is not null);
--> statement-breakpoint
CREATE INDEX "refunds_dispute_idx" ON "refunds" USING btree ("dispute_id") WHERE "refunds"."dispute_id" is not null;
--> statement-breakpoint
CREATE INDEX "refunds_recipient_idx" ON "refunds" USING btree ("chain_id","created_at");
--> statement-breakpoint
CREATE INDEX "transfers_to_give_back_idx" ON "transfers" USING btree ("chain_id","block_number") WHERE "transfers"."refund_id" is not null and "transfers"."sender_merchant_id" is not null and "transfers"."given_back_at" is null and "transfers"."orphaned_at" is null;
