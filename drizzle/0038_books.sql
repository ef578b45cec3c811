CREATE TABLE "payment_requests" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"merchant_id" uuid NOT NULL,
	"reference" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"description" text NOT NULL,
	"due_on" date NOT NULL,
	"outside_id" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"return_url" text,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"mail_count" integer DEFAULT 1 NOT NULL,
	"mailed_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	CONSTRAINT "payment_requests_amount_range" CHECK ("payment_requests"."amount_cents" between 100 and 1000000),
	CONSTRAINT "payment_requests_reference_shape" CHECK ("payment_requests"."reference" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
CREATE TABLE "request_payments" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mails" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "to_name" text;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_payments" ADD CONSTRAINT "request_payments_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "request_payments" ADD CONSTRAINT "request_payments_request_id_payment_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."payment_requests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_requests_reference_key" ON "payment_requests" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_requests_outside_key" ON "payment_requests" USING btree ("merchant_id","outside_id") WHERE "payment_requests"."outside_id" is not null;--> statement-breakpoint
CREATE INDEX "payment_requests_merchant_idx" ON "payment_requests" USING btree ("merchant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "payment_requests_open_idx" ON "payment_requests" USING btree ("merchant_id","created_at","id") WHERE "payment_requests"."paid_at" is null and "payment_requests"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "payment_requests_withdrawn_idx" ON "payment_requests" USING btree ("merchant_id","created_at","id") WHERE "payment_requests"."paid_at" is null and "payment_requests"."withdrawn_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_requests_paid_idx" ON "payment_requests" USING btree ("merchant_id","created_at","id") WHERE "payment_requests"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "request_payments_request_idx" ON "request_payments" USING btree ("request_id","created_at");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_to_account_or_name" CHECK (("mails"."user_id" is null) = ("mails"."to_name" is not null)) NOT VALID;
--> statement-breakpoint
-- When a request was paid: by the first payment for it that is completed. It goes again where that payment is not completed any more.
create function keep_request_paid() returns trigger language plpgsql as $$
begin
  update payment_requests r set paid_at = (
    select min(p.completed_at) from request_payments o join payments p on p.id = o.payment_id where o.request_id = r.id and p.status = 'completed'
  )
  where r.id = (select b.request_id from request_payments b where b.payment_id = new.id);
  return null;
end $$;
--> statement-breakpoint
create trigger payments_keep_request after update of status on payments for each row
  when (old.status is distinct from new.status and 'completed' in (old.status, new.status)) execute function keep_request_paid();
--> statement-breakpoint
create trigger request_payments_append_only before update or delete or truncate on request_payments execute function refuse_change();
--> statement-breakpoint
create trigger payment_requests_kept before delete or truncate on payment_requests execute function refuse_change();
--> statement-breakpoint
create trigger payment_requests_not_edited before update on payment_requests for each row when (
  (old.id, old.merchant_id, old.reference, old.name, old.email, old.amount_cents, old.description, old.due_on, old.outside_id, old.metadata, old.return_url, old.created_by, old.created_at)
  is distinct from
  (new.id, new.merchant_id, new.reference, new.name, new.email, new.amount_cents, new.description, new.due_on, new.outside_id, new.metadata, new.return_url, new.created_by, new.created_at)
) execute function refuse_change();
