CREATE TABLE "job_heartbeats" (
	"name" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"due_seconds" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"last_success_at" timestamp with time zone,
	"last_failure_at" timestamp with time zone,
	"last_error" text,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "job_heartbeats_due_positive" CHECK ("job_heartbeats"."due_seconds" > 0),
	CONSTRAINT "job_heartbeats_failures" CHECK ("job_heartbeats"."failures" >= 0),
	CONSTRAINT "job_heartbeats_error_short" CHECK (length("last_error") <= 1000)
);
