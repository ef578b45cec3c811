import { limits } from "../limits.ts";
import { formatUsd } from "../money.ts";

/** Returns why unmatched money cannot be counted as a tenant's payment, or null. The amount is in whole cents. */
export function refusalToCreditTenant(cents: number): string | null {
  const { paymentMinCents, paymentMaxCents } = limits;
  const instead = "Record it on the lease instead, and mark this transfer as not rent.";
  if (cents < paymentMinCents) return `Less than ${formatUsd(paymentMinCents)} cannot be a payment. ${instead}`;
  if (cents > paymentMaxCents) return `More than ${formatUsd(paymentMaxCents)} cannot be one payment. ${instead}`;
  return null;
}
