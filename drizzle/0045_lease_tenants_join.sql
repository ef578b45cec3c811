-- Invitations are rows of their own, and nobody reads or writes lease_tenants.invite_hash from this version on. The version before names the column in
-- its statements, so that it stays while both run: the next version drops it.
ALTER TABLE "lease_tenants" DROP CONSTRAINT "lease_tenants_invited_or_joined";--> statement-breakpoint
DROP INDEX "lease_tenants_invite_key";--> statement-breakpoint
-- Whichever way an address becomes confirmed and a landlord chosen, the leases of that landlord that name the address are joined with it.
create function join_named_leases() returns trigger language plpgsql as $$
begin
  update lease_tenants t
    set user_id = new.id, joined_at = greatest(new.email_confirmed_at, new.enrolled_at)
    from leases l
    where t.email = new.email and t.user_id is null and l.id = t.lease_id and l.merchant_id = new.enrolled_merchant_id
      and not exists (select from lease_tenants other where other.lease_id = t.lease_id and other.user_id = new.id);
  return null;
end $$;
--> statement-breakpoint
create trigger users_join_named_leases after update of email, email_confirmed_at, enrolled_merchant_id on users for each row
  when (
    new.role = 'user' and new.email_confirmed_at is not null and new.enrolled_merchant_id is not null
    and (new.email, new.email_confirmed_at, new.enrolled_merchant_id) is distinct from (old.email, old.email_confirmed_at, old.enrolled_merchant_id)
  )
  execute function join_named_leases();
