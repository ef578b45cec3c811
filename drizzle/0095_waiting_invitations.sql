ALTER TABLE "tenant_invitations" DROP CONSTRAINT "tenant_invitations_one_state";--> statement-breakpoint
ALTER TABLE "tenant_invitations" ADD COLUMN "waiting_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tenant_invitations" ADD COLUMN "send_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tenant_invitations" ADD CONSTRAINT "tenant_invitations_send_waiting" CHECK ("tenant_invitations"."send_at" is null or "tenant_invitations"."waiting_since" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "tenant_invitations" ADD CONSTRAINT "tenant_invitations_one_state" CHECK (("tenant_invitations"."waiting_since" is not null)::int + ("tenant_invitations"."invite_hash" is not null)::int + ("tenant_invitations"."joined_at" is not null)::int + ("tenant_invitations"."ended_at" is not null)::int = 1) NOT VALID;--> statement-breakpoint
-- Invitations of a landlord who could not send mails yet are due once they have confirmed their email.
create function release_invitations() returns trigger language plpgsql as $$
begin
  update tenant_invitations set send_at = new.email_confirmed_at where invited_by = new.id and waiting_since is not null;
  return null;
end $$;
--> statement-breakpoint
create trigger users_release_invitations after update of email_confirmed_at on users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function release_invitations();
