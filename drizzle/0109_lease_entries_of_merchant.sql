-- Only now, because a lease without its property could not be charged or paid until the migration before had filled it in.
ALTER TABLE "lease_entries" ADD CONSTRAINT "lease_entries_of_merchant" CHECK ("lease_entries"."merchant_id" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "leases" ADD CONSTRAINT "leases_of_property" CHECK ("leases"."property_id" is not null) NOT VALID;--> statement-breakpoint
-- All lines have their merchant now, so that every change of a line is refused again.
drop trigger lease_entries_fixed on lease_entries;--> statement-breakpoint
drop trigger lease_entries_append_only on lease_entries;--> statement-breakpoint
create trigger lease_entries_append_only before update or delete or truncate on lease_entries execute function refuse_change();--> statement-breakpoint
drop function refuse_entry_change();
