CREATE TABLE "rate_limits" (
	"rule" text NOT NULL,
	"key_hash" text NOT NULL,
	"calls" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rate_limits_pkey" PRIMARY KEY("rule","key_hash"),
	CONSTRAINT "rate_limits_counted" CHECK ("rate_limits"."calls" > 0)
);
--> statement-breakpoint
CREATE INDEX "rate_limits_ends_idx" ON "rate_limits" USING btree ("ends_at");
