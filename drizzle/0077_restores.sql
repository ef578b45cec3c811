CREATE TABLE "restores" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"place" text NOT NULL,
	"noticed_at" timestamp with time zone NOT NULL,
	"mails_released_at" timestamp with time zone,
	"changes_released_at" timestamp with time zone,
	"payments_released_at" timestamp with time zone
);
