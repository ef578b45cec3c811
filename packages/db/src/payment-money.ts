import { type SQL, sql } from "drizzle-orm";
import { isGoingBackAs } from "./going-back.ts";
import { journalEntries } from "./schema/journal-entries.ts";
import { payments } from "./schema/payments.ts";
import { transfers } from "./schema/transfers.ts";
import { wholeCentsOfUnits } from "./usdc.ts";

const credited = wholeCentsOfUnits(sql`coalesce(sum(-j.units) filter (where j.account = 'payment'), 0)`);
const returned = wholeCentsOfUnits(sql`coalesce(sum(j.units) filter (where j.account = 'returned'), 0)`);

/** Reads a payment's lines of the journal once. */
const ofPayment = (cents: SQL) =>
  sql<string>`(select ${cents} from ${journalEntries} j where j.payment_id = ${payments.id})`.mapWith(Number);

/** What the journal says came in for a payment and counts for it, in cents. For queries that read `payments`. */
export const grossCents = ofPayment(credited);

/** What the journal says went back of a payment to its payer, with a dispute or without, in cents. For queries that read `payments`. */
export const refundedCents = ofPayment(returned);

/** What came in for a payment less what went back, in cents, as `grossCents` and `refundedCents` say them. For queries that read `payments`. */
export const netCents = ofPayment(sql`${credited} - ${returned}`);

/**
 * What has arrived for an unpaid payment in transfers that are too little each and do not go back, in base units; 0 where it is completed or a transfer that is enough
 * waits to be counted. For queries that read `payments`.
 */
export const tooLittleUnits = sql<string>`(case when ${payments.status} = 'completed' then 0 else (
  select case when count(*) filter (where t.verdict = 'matched') > 0 then 0 else coalesce(sum(t.usdc_units) filter (where t.verdict in ('short', 'part') and not ${isGoingBackAs(sql`t`)}), 0) end
  from ${transfers} t where t.payment_id = ${payments.id} and t.orphaned_at is null
) end)`.mapWith(BigInt);
