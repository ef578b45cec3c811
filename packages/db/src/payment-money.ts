import { type SQL, sql } from "drizzle-orm";
import { journalEntries } from "./schema/journal-entries.ts";
import { payments } from "./schema/payments.ts";
import { wholeCentsOfUnits } from "./usdc.ts";

const ofAccount = (units: SQL, account: "payment" | "returned") =>
  sql<string>`(
  select ${wholeCentsOfUnits(sql`coalesce(sum(${units}), 0)`)} from ${journalEntries} j where j.payment_id = ${payments.id} and j.account = ${account}
)`.mapWith(Number);

/** What the journal says came in for a payment and counts for it, in cents. For queries that read `payments`. */
export const grossCents = ofAccount(sql`-j.units`, "payment");

/** What the journal says went back of a payment to its payer, with a dispute or without, in cents. For queries that read `payments`. */
export const refundedCents = ofAccount(sql`j.units`, "returned");
