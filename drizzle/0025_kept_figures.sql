CREATE TABLE "figure_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "figure_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"merchant_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"count" bigint NOT NULL,
	"cents" bigint NOT NULL,
	"units" numeric(78,0) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "figures" (
	"scope_id" uuid NOT NULL,
	"span" text NOT NULL,
	"kind" text NOT NULL,
	"start" timestamp with time zone NOT NULL,
	"count" bigint NOT NULL,
	"cents" bigint NOT NULL,
	"units" numeric(78,0) NOT NULL,
	CONSTRAINT "figures_scope_id_span_start_kind_pk" PRIMARY KEY("scope_id","span","start","kind")
);
--> statement-breakpoint
CREATE TABLE "state_checks" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"part" text,
	"after" text,
	"contradictions" integer DEFAULT 0 NOT NULL,
	"first" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "unchecked_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "unchecked_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" uuid,
	"transfer_id" uuid,
	"refund_id" uuid,
	"dispute_id" uuid
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "merchant_id" uuid;--> statement-breakpoint
update disputes d set merchant_id = p.merchant_id from payments p where p.id = d.payment_id;--> statement-breakpoint
ALTER TABLE "disputes" ALTER COLUMN "merchant_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "figure_changes_merchant_idx" ON "figure_changes" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "figures_quarter_hour_idx" ON "figures" USING btree ("start") WHERE "figures"."span" = 'quarterHour';--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "disputes_merchant_idx" ON "disputes" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "disputes_status_idx" ON "disputes" USING btree ("status","created_at","id");--> statement-breakpoint
CREATE INDEX "disputes_code_search_idx" ON "disputes" USING gin ("code" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "disputes_unsettled_idx" ON "disputes" USING btree ("merchant_id","created_at") WHERE "disputes"."result" = 'chargedBack' and "disputes"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "disputes_open_idx" ON "disputes" USING btree ("merchant_id","created_at") WHERE "disputes"."status" = 'open';--> statement-breakpoint
CREATE INDEX "payments_merchant_status_idx" ON "payments" USING btree ("merchant_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "transfers_open_odd_idx" ON "transfers" USING btree ("block_time","id") WHERE "transfers"."verdict" not in ('matched', 'part') and "transfers"."orphaned_at" is null and "transfers"."set_aside_at" is null and "transfers"."sent_back_by" is null;--> statement-breakpoint
CREATE INDEX "transfers_merchant_open_odd_idx" ON "transfers" USING btree ("merchant_id","block_time","id") WHERE "transfers"."verdict" not in ('matched', 'part') and "transfers"."orphaned_at" is null and "transfers"."set_aside_at" is null and "transfers"."sent_back_by" is null;--> statement-breakpoint
CREATE INDEX "transfers_verdict_open_odd_idx" ON "transfers" USING btree ("verdict","block_time") WHERE "transfers"."verdict" not in ('matched', 'part') and "transfers"."orphaned_at" is null and "transfers"."set_aside_at" is null and "transfers"."sent_back_by" is null;--> statement-breakpoint
CREATE INDEX "transfers_merchant_odd_idx" ON "transfers" USING btree ("merchant_id","block_time","id") WHERE "transfers"."verdict" not in ('matched', 'part') and "transfers"."orphaned_at" is null;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_settled_when_approved" CHECK ("disputes"."settled_at" is null or "disputes"."result" = 'chargedBack');
--> statement-breakpoint
-- From here on by hand: what is counted, and the triggers that say what changed of it.
-- Nobody changes what is counted until the figures of what is there are made, in the same transaction.
lock table users, merchants, payments, transfers, refunds, disputes, enrollments, journal_entries, payment_events, dispute_events in share row exclusive mode;
--> statement-breakpoint
-- All that is counted, a row for each, with the moment that it counts at: what the figures must add up to. Ranges of the moment use the tables' indexes.
create view figure_sources as
  select merchant_id, created_at as moment, status as kind, 1 as count, amount_cents as cents, 0::numeric as units from payments
  union all
  select p.merchant_id, p.created_at, case j.account when 'payment' then 'completed' else 'refunded' end, 0, 0, case j.account when 'payment' then -j.units else j.units end
  from payments p join journal_entries j on j.payment_id = p.id
  union all
  select merchant_id, created_at, 'dispute:' || status, 1, amount_cents, 0 from disputes
  union all
  select merchant_id, created_at, 'dispute:' || result, 1, case result when 'chargedBack' then coalesce(chargeback_cents, 0) else amount_cents end, 0
  from disputes where result is not null
  union all
  select merchant_id, started_at, 'enrolled', 1, 0, 0 from enrollments
  union all
  select merchant_id, ended_at, 'left', 1, 0, 0 from enrollments where ended_at is not null
  union all
  select null::uuid, created_at, 'users', 1, 0, 0 from users
  union all
  select null::uuid, created_at, 'merchants', 1, 0, 0 from merchants
  union all
  select merchant_id, block_time, 'odd:' || verdict, 1, 0, usdc_units from transfers
  where verdict not in ('matched', 'part') and orphaned_at is null and set_aside_at is null and sent_back_by is null;
--> statement-breakpoint
create function quarter_hour(moment timestamptz) returns timestamptz language sql immutable parallel safe
  return date_bin('15 minutes', moment, timestamptz '2000-01-01 00:00:00+00');
--> statement-breakpoint
create function note_payment_figures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into figure_changes (merchant_id, at, kind, count, cents, units) values (old.merchant_id, quarter_hour(old.created_at), old.status, -1, -old.amount_cents, 0);
  end if;
  if tg_op <> 'DELETE' then
    insert into figure_changes (merchant_id, at, kind, count, cents, units) values (new.merchant_id, quarter_hour(new.created_at), new.status, 1, new.amount_cents, 0);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger payments_note_made after insert or delete on payments for each row execute function note_payment_figures();
--> statement-breakpoint
create trigger payments_note_changed after update of status, amount_cents on payments
  for each row when ((old.status, old.amount_cents) is distinct from (new.status, new.amount_cents)) execute function note_payment_figures();
--> statement-breakpoint
create function note_journal_figures() returns trigger language plpgsql as $$
begin
  insert into figure_changes (merchant_id, at, kind, count, cents, units)
  select p.merchant_id, quarter_hour(p.created_at), case a.account when 'payment' then 'completed' else 'refunded' end, 0, 0,
    sum(case a.account when 'payment' then -a.units else a.units end)
  from added a join payments p on p.id = a.payment_id group by 1, 2, 3;
  -- What had gone back and is taken back again may be owed again.
  update disputes set settled_at = null where settled_at is not null and payment_id in (select payment_id from added where account = 'returned' and units < 0);
  return null;
end $$;
--> statement-breakpoint
create trigger journal_entries_note_figures after insert on journal_entries
  referencing new table as added for each statement execute function note_journal_figures();
--> statement-breakpoint
create function note_dispute_figures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into figure_changes (merchant_id, at, kind, count, cents, units)
    select old.merchant_id, quarter_hour(old.created_at), kind, -1, -cents, 0 from (values ('dispute:' || old.status, old.amount_cents),
      ('dispute:' || old.result, case old.result when 'chargedBack' then coalesce(old.chargeback_cents, 0) else old.amount_cents end)) as was(kind, cents)
    where kind is not null;
  end if;
  if tg_op <> 'DELETE' then
    insert into figure_changes (merchant_id, at, kind, count, cents, units)
    select new.merchant_id, quarter_hour(new.created_at), kind, 1, cents, 0 from (values ('dispute:' || new.status, new.amount_cents),
      ('dispute:' || new.result, case new.result when 'chargedBack' then coalesce(new.chargeback_cents, 0) else new.amount_cents end)) as is_now(kind, cents)
    where kind is not null;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger disputes_note_figures after insert or delete or update of status, result, amount_cents, chargeback_cents on disputes
  for each row execute function note_dispute_figures();
--> statement-breakpoint
create function note_enrollment_figures() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into figure_changes (merchant_id, at, kind, count, cents, units)
    select old.merchant_id, quarter_hour(moment), kind, -1, 0, 0 from (values ('enrolled', old.started_at), ('left', old.ended_at)) as was(kind, moment) where moment is not null;
  end if;
  if tg_op <> 'DELETE' then
    insert into figure_changes (merchant_id, at, kind, count, cents, units)
    select new.merchant_id, quarter_hour(moment), kind, 1, 0, 0 from (values ('enrolled', new.started_at), ('left', new.ended_at)) as is_now(kind, moment) where moment is not null;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger enrollments_note_figures after insert or update or delete on enrollments for each row execute function note_enrollment_figures();
--> statement-breakpoint
create function note_registration() returns trigger language plpgsql as $$
begin
  insert into figure_changes (at, kind, count, cents, units)
  select quarter_hour(created_at), tg_table_name, count(*) * case tg_op when 'INSERT' then 1 else -1 end, 0, 0 from concerned group by 1;
  return null;
end $$;
--> statement-breakpoint
create trigger users_note_registered after insert on users referencing new table as concerned for each statement execute function note_registration();
--> statement-breakpoint
create trigger users_note_removed after delete on users referencing old table as concerned for each statement execute function note_registration();
--> statement-breakpoint
create trigger merchants_note_registered after insert on merchants referencing new table as concerned for each statement execute function note_registration();
--> statement-breakpoint
create trigger merchants_note_removed after delete on merchants referencing old table as concerned for each statement execute function note_registration();
--> statement-breakpoint
create function asks_for_a_look(t transfers) returns boolean language sql immutable
  return t.verdict not in ('matched', 'part') and t.orphaned_at is null and t.set_aside_at is null and t.sent_back_by is null;
--> statement-breakpoint
create function note_new_odd_transfers() returns trigger language plpgsql as $$
begin
  insert into figure_changes (merchant_id, at, kind, count, cents, units)
  select t.merchant_id, quarter_hour(t.block_time), 'odd:' || t.verdict, count(*), 0, sum(t.usdc_units) from added t where asks_for_a_look(t) group by 1, 2, 3;
  insert into unchecked_changes (transfer_id) select id from added;
  return null;
end $$;
--> statement-breakpoint
create trigger transfers_note_new after insert on transfers referencing new table as added for each statement execute function note_new_odd_transfers();
--> statement-breakpoint
create function note_odd_transfer() returns trigger language plpgsql as $$
begin
  if asks_for_a_look(old) then
    insert into figure_changes (merchant_id, at, kind, count, cents, units) values (old.merchant_id, quarter_hour(old.block_time), 'odd:' || old.verdict, -1, 0, -old.usdc_units);
  end if;
  if asks_for_a_look(new) then
    insert into figure_changes (merchant_id, at, kind, count, cents, units) values (new.merchant_id, quarter_hour(new.block_time), 'odd:' || new.verdict, 1, 0, new.usdc_units);
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger transfers_note_odd
  after update of verdict, orphaned_at, set_aside_at, sent_back_by, usdc_units, block_time, merchant_id on transfers
  for each row when (old.verdict not in ('matched', 'part') or new.verdict not in ('matched', 'part')) execute function note_odd_transfer();
--> statement-breakpoint
-- What is to be checked against the invariants.
create function note_unchecked_row() returns trigger language plpgsql as $$
begin
  execute format('insert into unchecked_changes (%I) values ($1)', tg_argv[0]) using new.id;
  return null;
end $$;
--> statement-breakpoint
create trigger payments_note_unchecked after insert or update of status, oddity, transfer_id, amount_cents on payments
  for each row execute function note_unchecked_row('payment_id');
--> statement-breakpoint
create trigger transfers_note_unchecked
  after update of verdict, payment_id, top_up_id, binding, bound_by, counted_at, given_back_at, orphaned_at, sent_back_by, refund_id, usdc_units, block_number on transfers
  for each row execute function note_unchecked_row('transfer_id');
--> statement-breakpoint
create trigger refunds_note_unchecked after insert or update of status, transfer_id on refunds for each row execute function note_unchecked_row('refund_id');
--> statement-breakpoint
create trigger disputes_note_unchecked after insert or update of status on disputes for each row execute function note_unchecked_row('dispute_id');
--> statement-breakpoint
create function note_unchecked_events() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'payment_events' then
    insert into unchecked_changes (payment_id) select distinct payment_id from added;
  elsif tg_table_name = 'dispute_events' then
    insert into unchecked_changes (dispute_id) select distinct dispute_id from added;
  else
    insert into unchecked_changes (transfer_id) select distinct transfer_id from added where transfer_id is not null;
    insert into unchecked_changes (payment_id) select distinct payment_id from added where payment_id is not null;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger payment_events_note_unchecked after insert on payment_events referencing new table as added for each statement execute function note_unchecked_events();
--> statement-breakpoint
create trigger dispute_events_note_unchecked after insert on dispute_events referencing new table as added for each statement execute function note_unchecked_events();
--> statement-breakpoint
create trigger journal_entries_note_unchecked after insert on journal_entries referencing new table as added for each statement execute function note_unchecked_events();
--> statement-breakpoint
-- Adds the oldest changes to the figures, so many at most, and answers how many; none while somebody else does. What comes to nothing is no row.
create function fold_figures(most integer) returns integer language plpgsql as $$
declare folded integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('hearth figures')) then return 0; end if;
  with taken as (
    delete from figure_changes where id in (select id from figure_changes order by id limit most) returning merchant_id, at, kind, count, cents, units
  ), summed as (
    select scope_id, span, kind, start, sum(count) as count, sum(cents) as cents, sum(units) as units
    from taken cross join lateral (values (merchant_id), ('00000000-0000-0000-0000-000000000000'::uuid)) as of(scope_id)
    cross join lateral (values ('quarterHour', at), ('month', date_trunc('month', at, 'UTC')), ('all', timestamptz 'epoch')) as during(span, start)
    where scope_id is not null group by 1, 2, 3, 4
  ), merged as (
    merge into figures f using summed s on f.scope_id = s.scope_id and f.span = s.span and f.kind = s.kind and f.start = s.start
    when matched and f.count + s.count = 0 and f.cents + s.cents = 0 and f.units + s.units = 0 then delete
    when matched then update set count = f.count + s.count, cents = f.cents + s.cents, units = f.units + s.units
    when not matched and (s.count <> 0 or s.cents <> 0 or s.units <> 0) then
      insert (scope_id, span, kind, start, count, cents, units) values (s.scope_id, s.span, s.kind, s.start, s.count, s.cents, s.units)
    returning 1
  ) select count(*) into folded from taken;
  return folded;
end $$;
--> statement-breakpoint
-- Rows come and go here all day.
alter table figure_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0);
--> statement-breakpoint
alter table unchecked_changes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_insert_scale_factor = 0);
--> statement-breakpoint
insert into figure_changes (merchant_id, at, kind, count, cents, units)
select merchant_id, quarter_hour(moment), kind, sum(count), sum(cents), sum(units) from figure_sources group by 1, 2, 3;
--> statement-breakpoint
select fold_figures(2147483647);
