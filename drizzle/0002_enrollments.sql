CREATE TABLE "enrollments" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"merchant_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "enrollments_end_after_start" CHECK ("enrollments"."ended_at" is null or "enrollments"."ended_at" >= "enrollments"."started_at")
);
--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enrollments" ADD CONSTRAINT "enrollments_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "enrollments_open_key" ON "enrollments" USING btree ("user_id") WHERE "enrollments"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "enrollments_started_idx" ON "enrollments" USING btree ("merchant_id","started_at");--> statement-breakpoint
CREATE INDEX "enrollments_ended_idx" ON "enrollments" USING btree ("merchant_id","ended_at");--> statement-breakpoint
insert into enrollments (user_id, merchant_id, started_at)
select id, enrolled_merchant_id, coalesce(enrolled_at, created_at) from users where enrolled_merchant_id is not null;
--> statement-breakpoint
-- Whoever changes whom a consumer pays, the stretch before is ended and the next one begun in the same statement.
create function note_enrollment() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.enrolled_merchant_id is not distinct from old.enrolled_merchant_id then
      return null;
    end if;
    update enrollments
      set ended_at = greatest(started_at, case when new.enrolled_merchant_id is null then new.updated_at else coalesce(new.enrolled_at, new.updated_at) end)
      where user_id = new.id and ended_at is null;
  end if;
  if new.enrolled_merchant_id is not null then
    insert into enrollments (user_id, merchant_id, started_at)
      values (new.id, new.enrolled_merchant_id, coalesce(new.enrolled_at, new.updated_at));
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger users_note_enrollment after insert or update of enrolled_merchant_id on users for each row execute function note_enrollment();
