-- What happens to a merchant's money, disputes, refunds and consumers is announced when its transaction commits, for whoever shows it.
-- The same announcement within one transaction is made once.
create function announce_merchant_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('merchant_events', new.merchant_id::text);
  return null;
end $$;
--> statement-breakpoint
create function announce_merchant_of_payment() returns trigger language plpgsql as $$
begin
  perform pg_notify('merchant_events', p.merchant_id::text) from payments p where p.id = new.payment_id;
  return null;
end $$;
--> statement-breakpoint
create function announce_merchant_of_dispute() returns trigger language plpgsql as $$
begin
  perform pg_notify('merchant_events', p.merchant_id::text)
    from disputes d join payments p on p.id = d.payment_id where d.id = new.dispute_id;
  return null;
end $$;
--> statement-breakpoint
create function announce_merchant_of_refund() returns trigger language plpgsql as $$
begin
  perform pg_notify('merchant_events', r.merchant_id::text) from refunds r where r.id = new.refund_id;
  return null;
end $$;
--> statement-breakpoint
create trigger payment_events_announce_merchant after insert on payment_events for each row execute function announce_merchant_of_payment();
--> statement-breakpoint
create trigger dispute_events_announce_merchant after insert on dispute_events for each row execute function announce_merchant_of_dispute();
--> statement-breakpoint
create trigger transfers_announce_merchant after insert or update of verdict, payment_id, set_aside_at, orphaned_at on transfers
  for each row execute function announce_merchant_event();
--> statement-breakpoint
create trigger refunds_announce_merchant after insert or update of status on refunds for each row execute function announce_merchant_event();
--> statement-breakpoint
create trigger odd_refund_transfers_announce_merchant after insert on odd_refund_transfers
  for each row execute function announce_merchant_of_refund();
--> statement-breakpoint
create trigger enrollments_announce_merchant after insert or update on enrollments for each row execute function announce_merchant_event();
