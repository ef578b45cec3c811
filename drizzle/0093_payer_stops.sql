CREATE TABLE "payer_stops" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "payer_stops" ADD CONSTRAINT "payer_stops_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payer_stops_lasting_key" ON "payer_stops" USING btree ("user_id") WHERE "payer_stops"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "payer_stops_user_idx" ON "payer_stops" USING btree ("user_id","ended_at");--> statement-breakpoint
-- Keeps the times in which a payer's account is not active, so that nobody can sign in to it and pay. A closed account has left its leases.
create function keep_payer_stops() returns trigger language plpgsql as $$
declare moment timestamptz;
begin
  if tg_op = 'INSERT' then moment := new.created_at;
  elsif new.updated_at is distinct from old.updated_at then moment := new.updated_at;
  else moment := now();
  end if;
  if new.status = 'active' or new.closed_at is not null then
    update payer_stops set ended_at = greatest(began_at, moment) where user_id = new.id and ended_at is null;
  else
    insert into payer_stops (user_id, began_at) values (new.id, moment) on conflict do nothing;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger users_keep_first_stop after insert on users for each row
  when (new.role = 'user' and new.status <> 'active' and new.closed_at is null) execute function keep_payer_stops();
--> statement-breakpoint
create trigger users_keep_stops after update of status, closed_at on users for each row
  when (new.role = 'user' and (old.status is distinct from new.status or old.closed_at is distinct from new.closed_at)) execute function keep_payer_stops();
