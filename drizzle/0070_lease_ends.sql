ALTER TABLE "charges" ADD COLUMN "voided_for_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "charges" ADD COLUMN "unused_credit_id" uuid;--> statement-breakpoint
ALTER TABLE "leases" ADD COLUMN "undone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "charges" ADD CONSTRAINT "charges_unused_credit_id_lease_credits_id_fk" FOREIGN KEY ("unused_credit_id") REFERENCES "public"."lease_credits"("id") ON DELETE no action ON UPDATE no action NOT VALID;
--> statement-breakpoint
-- As before, but for credits that gave unused days of rent back for a lease's end: who takes such a credit back, because the end moved, took back no money of
-- the tenant's.
create or replace function decide_fees_again() returns trigger language plpgsql as $$
begin
  update charges c set fee_check_at = c.fee_from_on::timestamp at time zone l.time_zone
  from leases l
  where l.id = c.lease_id and c.kind = 'rent' and c.paid_cents < c.cents and c.voided_at is null and c.fees_waived_at is null and c.fee_from_on is not null
    and c.id in (
      select a.charge_id from added e join lease_allocations a on a.credit_id = e.credit_id
      where e.kind = 'reversal' and e.cents > 0 and not exists (select from charges given where given.unused_credit_id = e.credit_id)
    )
    and (c.created_at > l.created_at or c.created_at < c.fee_from_on::timestamp at time zone l.time_zone or exists (select from charges f where f.for_charge_id = c.id));
  return null;
end $$;
