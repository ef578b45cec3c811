-- History is written once: rows of these tables are never changed and never removed.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger payment_events_append_only before update or delete or truncate on payment_events execute function refuse_change();
--> statement-breakpoint
create trigger dispute_events_append_only before update or delete or truncate on dispute_events execute function refuse_change();
--> statement-breakpoint
create trigger audit_log_append_only before update or delete or truncate on audit_log execute function refuse_change();
--> statement-breakpoint
-- Every payment event is announced when its transaction commits, for whoever waits on that payment.
create function announce_payment_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('payment_events', new.payment_id::text || ':' || new.id::text);
  return null;
end $$;
--> statement-breakpoint
create trigger payment_events_announce after insert on payment_events for each row execute function announce_payment_event();
