-- Announces to a merchant what happens to its leases, tenants, invitations and requests, so that open pages load it again.
-- An announcement that a transaction repeats is delivered once.
create function announce_merchants_of_leases() returns trigger language plpgsql as $$
begin
  perform pg_notify('merchant_events', merchant_id::text)
    from (select distinct l.merchant_id from added a join leases l on l.id = a.lease_id) as concerned;
  return null;
end $$;
--> statement-breakpoint
create function announce_merchant_of_lease() returns trigger language plpgsql as $$
begin
  perform pg_notify('merchant_events', l.merchant_id::text) from leases l where l.id = new.lease_id;
  return null;
end $$;
--> statement-breakpoint
create trigger charges_announce_new after insert on charges
  referencing new table as added for each statement execute function announce_merchants_of_leases();
--> statement-breakpoint
create trigger charges_announce_changed after update of voided_at on charges
  for each row execute function announce_merchant_of_lease();
--> statement-breakpoint
create trigger lease_credits_announce_new after insert on lease_credits
  referencing new table as added for each statement execute function announce_merchants_of_leases();
--> statement-breakpoint
create trigger lease_credits_announce_changed after update of given_at, taken_away_at, deposit_charge_id on lease_credits
  for each row execute function announce_merchant_of_lease();
--> statement-breakpoint
create trigger lease_terms_announce_new after insert on lease_terms
  referencing new table as added for each statement execute function announce_merchants_of_leases();
--> statement-breakpoint
create trigger lease_tenants_announce_new after insert on lease_tenants
  referencing new table as added for each statement execute function announce_merchants_of_leases();
--> statement-breakpoint
create trigger lease_tenants_announce_changed after update on lease_tenants
  for each row execute function announce_merchant_of_lease();
--> statement-breakpoint
create trigger leases_announce_merchant after insert or update of ends_on, part_payments, undone_at on leases
  for each row execute function announce_merchant_event();
--> statement-breakpoint
create trigger tenant_invitations_announce_merchant after insert or update on tenant_invitations
  for each row execute function announce_merchant_event();
--> statement-breakpoint
create trigger payment_requests_announce_merchant after insert or update of mailed_at, withdrawn_at, paid_at on payment_requests
  for each row execute function announce_merchant_event();
