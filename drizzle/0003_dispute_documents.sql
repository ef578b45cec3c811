CREATE TABLE "dispute_documents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dispute_id" uuid NOT NULL,
	"added_by" uuid NOT NULL,
	"original_name" text NOT NULL,
	"type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "dispute_documents_size_range" CHECK ("dispute_documents"."size_bytes" between 1 and 5242880),
	CONSTRAINT "dispute_documents_type_known" CHECK ("dispute_documents"."type" in ('pdf', 'jpg', 'png', 'doc', 'docx')),
	CONSTRAINT "dispute_documents_sha256_shape" CHECK ("dispute_documents"."sha256" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "dispute_documents" ADD CONSTRAINT "dispute_documents_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_documents" ADD CONSTRAINT "dispute_documents_added_by_users_id_fk" FOREIGN KEY ("added_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_documents_dispute_idx" ON "dispute_documents" USING btree ("dispute_id","created_at");--> statement-breakpoint
CREATE INDEX "disputes_created_idx" ON "disputes" USING btree ("created_at","id");--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_status_known" CHECK ("disputes"."status" in ('open', 'closed', 'resolved', 'escalated'));--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_result_known" CHECK ("disputes"."result" in ('chargedBack', 'denied'));--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_closed_has_time" CHECK ("disputes"."status" <> 'closed' or "disputes"."resolved_at" is not null);--> statement-breakpoint
-- What happens to a dispute is announced for its payment, whose display follows it.
create function announce_dispute_event() returns trigger language plpgsql as $$
begin
  perform pg_notify('payment_events', d.payment_id::text || ':0') from disputes d where d.id = new.dispute_id;
  return null;
end $$;
--> statement-breakpoint
create trigger dispute_events_announce after insert on dispute_events for each row execute function announce_dispute_event();
