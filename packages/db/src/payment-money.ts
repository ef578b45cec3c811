import { sql } from "drizzle-orm";
import { isBeingReturnedAs } from "./being-returned.ts";
import { journalEntries } from "./schema/journal-entries.ts";
import { payments } from "./schema/payments.ts";
import { transfers } from "./schema/transfers.ts";
import { wholeCentsOfUnits } from "./usdc.ts";

const credited = wholeCentsOfUnits(sql`coalesce(sum(-j.units) filter (where j.account = 'payment'), 0)`);
const returned = wholeCentsOfUnits(sql`coalesce(sum(j.units) filter (where j.account = 'returned'), 0)`);

/** Amounts of a payment in cents: credited to it, and returned to its payer with or without a dispute. */
export interface PaymentMoney {
  grossCents: number;
  refundedCents: number;
}

/** The amounts of a payment by the journal, from one look-up of its lines. For queries that read `payments`. */
export const paymentMoney = sql<PaymentMoney>`(
  select json_build_object('grossCents', ${credited}, 'refundedCents', ${returned}) from ${journalEntries} j where j.payment_id = ${payments}.id)`;

/** Credited less returned amount of a payment, in cents. For queries that read `payments`. */
export const netCents =
  sql<string>`(select ${credited} - ${returned} from ${journalEntries} j where j.payment_id = ${payments}.id)`.mapWith(Number);

/**
 * Sum of an unpaid payment's transfers that are each too small and are not being sent back, in base units. It is 0 if the payment is
 * completed, or a sufficient transfer waits for confirmations. For queries that read `payments`.
 */
export const shortUnits = sql<string>`(case when ${payments.status} = 'completed' then 0 else (
  select case when count(*) filter (where t.verdict = 'matched') > 0 then 0 else coalesce(sum(t.usdc_units) filter (where t.verdict in ('short', 'part') and not ${isBeingReturnedAs(sql`t`)}), 0) end
  from ${transfers} t where t.payment_id = ${payments}.id and t.orphaned_at is null
) end)`.mapWith(BigInt);
