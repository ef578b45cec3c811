CREATE TABLE "odd_refund_transfers" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"refund_id" uuid NOT NULL,
	"problem" text NOT NULL,
	"chain_id" integer NOT NULL,
	"tx_hash" text NOT NULL,
	"log_index" integer NOT NULL,
	"block_number" bigint NOT NULL,
	"block_hash" text NOT NULL,
	"block_time" timestamp with time zone NOT NULL,
	"from_address" text NOT NULL,
	"to_address" text NOT NULL,
	"usdc_units" numeric(78,0) NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "odd_refund_transfers_problem_known" CHECK ("odd_refund_transfers"."problem" in ('foreignWallet', 'wrongAddress', 'short', 'over', 'duplicate'))
);
--> statement-breakpoint
ALTER TABLE "odd_refund_transfers" ADD CONSTRAINT "odd_refund_transfers_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "odd_refund_transfers_log_key" ON "odd_refund_transfers" USING btree ("chain_id","tx_hash","log_index");--> statement-breakpoint
CREATE INDEX "odd_refund_transfers_refund_idx" ON "odd_refund_transfers" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refunds_completed_idx" ON "refunds" USING btree ("chain_id","completed_at");