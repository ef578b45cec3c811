ALTER TABLE "lease_tenants" ADD COLUMN "account_closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lease_tenants" ADD COLUMN "moved_in_on" date;--> statement-breakpoint
ALTER TABLE "lease_tenants" ADD COLUMN "moved_out_on" date;--> statement-breakpoint
ALTER TABLE "lease_tenants" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "urgency" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "lease_tenants" ADD CONSTRAINT "lease_tenants_ended_whole" CHECK (("lease_tenants"."moved_out_on" is null) = ("lease_tenants"."ended_at" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_urgency_known" CHECK ("mails"."urgency" between 0 and 2) NOT VALID;--> statement-breakpoint
-- As before, but a tenant who has moved out joins no more, and who joins after the account before was closed is shown as joined.
create or replace function join_named_leases() returns trigger language plpgsql as $$
begin
  update lease_tenants t
    set user_id = new.id, joined_at = greatest(new.email_confirmed_at, new.enrolled_at), account_closed_at = null
    from leases l
    where t.email = new.email and t.user_id is null and l.id = t.lease_id and l.merchant_id = new.enrolled_merchant_id
      and (t.ended_at is null or t.ended_at > greatest(new.email_confirmed_at, new.enrolled_at))
      and not exists (select from lease_tenants other where other.lease_id = t.lease_id and other.user_id = new.id);
  return null;
end $$;
