import { centsToUsdcUnits, usdcUnitsToWholeCents } from "../money.ts";

/** The received and missing parts of a payment, in cents that add up to its amount. */
export interface ShortMoney {
  receivedCents: number;
  missingCents: number;
}

/**
 * Returns the received and missing money of an underpaid payment; missing money rounds up to whole cents. Null if less than a cent has
 * arrived, or enough has. @param receivedUnits USDC base units that count towards the payment.
 */
export function shortMoney(amountCents: number, receivedUnits: bigint): ShortMoney | null {
  const receivedCents = usdcUnitsToWholeCents(receivedUnits);
  if (receivedCents === 0 || receivedCents >= amountCents) return null;
  return { receivedCents, missingCents: amountCents - receivedCents };
}

/**
 * Selects the transfers that pay a payment together: the shortest prefix, in chain order, whose sum reaches the amount. Empty while the sum
 * of all is too low.
 */
export function shortestPayingPrefix<Transfer extends { usdcUnits: bigint }>(
  inOrder: readonly Transfer[],
  amountCents: number,
): Transfer[] {
  const due = centsToUsdcUnits(amountCents);
  let sum = 0n;
  for (const [place, { usdcUnits }] of inOrder.entries()) {
    sum += usdcUnits;
    if (sum >= due) return inOrder.slice(0, place + 1);
  }
  return [];
}

/** The effect of attaching money to a payment: paid exactly, still short, or overpaid. */
export interface AttachOutcome {
  kind: "exact" | "short" | "over";
  /** The missing or extra amount in cents. Missing money rounds up, extra money rounds down. */
  byCents: number;
}

/**
 * Predicts the effect of attaching money without a reference to a payment. Any amount can be attached: too little makes the payment short,
 * too much marks it over. Money that is enough alone pays the payment regardless of earlier arrivals. @param arrivedUnits USDC base units
 * that already count towards the payment.
 */
export function outcomeOfAttaching(amountCents: number, arrivedUnits: bigint, usdcUnits: bigint): AttachOutcome {
  const due = centsToUsdcUnits(amountCents);
  const beyond = (usdcUnits >= due ? usdcUnits : arrivedUnits + usdcUnits) - due;
  if (beyond === 0n) return { kind: "exact", byCents: 0 };
  if (beyond > 0n) return { kind: "over", byCents: usdcUnitsToWholeCents(beyond) };
  return { kind: "short", byCents: amountCents - usdcUnitsToWholeCents(due + beyond) };
}

/**
 * Classifies a transfer that belongs to a payment: short if its amount is too low, duplicate if the payment is already paid, otherwise
 * matched. `alignParts` later combines short ones that are enough together.
 */
export function verdictFor(amountCents: number, usdcUnits: bigint, isPaid: boolean): "matched" | "short" | "duplicate" {
  if (usdcUnits < centsToUsdcUnits(amountCents)) return "short";
  return isPaid ? "duplicate" : "matched";
}

/** Sums transfers, in USDC base units. */
export function sumOfUnits(transfers: readonly { usdcUnits: bigint }[]): bigint {
  return transfers.reduce((sum, { usdcUnits }) => sum + usdcUnits, 0n);
}
