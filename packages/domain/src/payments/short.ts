import { centsToUsdcUnits, usdcUnitsToWholeCents } from "../money.ts";

/** What of a payment has arrived, and what is missing, in cents that add up to its amount. */
export interface ShortMoney {
  receivedCents: number;
  missingCents: number;
}

/**
 * What is missing of a payment when less than its amount has arrived: the fewest whole cents that are enough. Null where nothing that is worth a
 * cent has arrived, or where it is enough.
 * @param receivedUnits USDC base units that count towards it.
 */
export function shortMoney(amountCents: number, receivedUnits: bigint): ShortMoney | null {
  const receivedCents = usdcUnitsToWholeCents(receivedUnits);
  if (receivedCents === 0 || receivedCents >= amountCents) return null;
  return { receivedCents, missingCents: amountCents - receivedCents };
}

/**
 * The transfers that pay a payment together: the shortest beginning, in the chain's order, whose sum reaches its amount; none while all of them
 * are too little. Each stands in it once.
 */
export function enoughTogether<Transfer extends { usdcUnits: bigint }>(inOrder: readonly Transfer[], amountCents: number): Transfer[] {
  const due = centsToUsdcUnits(amountCents);
  let sum = 0n;
  for (const [place, { usdcUnits }] of inOrder.entries()) {
    sum += usdcUnits;
    if (sum >= due) return inOrder.slice(0, place + 1);
  }
  return [];
}

/** What a payment becomes when money is attached to it: paid exactly, still short, or paid with more than it asks for. */
export interface AttachOutcome {
  kind: "exact" | "short" | "over";
  /** How much is missing or too much, in cents: missing money rounds up, extra money rounds down. */
  byCents: number;
}

/**
 * Says what a payment becomes when money without a reference is attached to it. Any amount can be attached: too little makes the payment short,
 * too much marks it over. Money that is enough by itself pays alone, whatever arrived before it.
 * @param arrivedUnits USDC base units that count towards the payment already.
 */
export function outcomeOfAttaching(amountCents: number, arrivedUnits: bigint, usdcUnits: bigint): AttachOutcome {
  const due = centsToUsdcUnits(amountCents);
  const beyond = (usdcUnits >= due ? usdcUnits : arrivedUnits + usdcUnits) - due;
  if (beyond === 0n) return { kind: "exact", byCents: 0 };
  if (beyond > 0n) return { kind: "over", byCents: usdcUnitsToWholeCents(beyond) };
  return { kind: "short", byCents: amountCents - usdcUnitsToWholeCents(due + beyond) };
}

/**
 * What a transfer is to the payment that it belongs to: short while it is too little by itself, a duplicate where other money pays the payment, and
 * else matched. `alignParts` says later which short ones are enough together.
 */
export function verdictFor(amountCents: number, usdcUnits: bigint, isPaid: boolean): "matched" | "short" | "duplicate" {
  if (usdcUnits < centsToUsdcUnits(amountCents)) return "short";
  return isPaid ? "duplicate" : "matched";
}

/** The sum of transfers in USDC base units. */
export function sumOfUnits(transfers: readonly { usdcUnits: bigint }[]): bigint {
  return transfers.reduce((sum, { usdcUnits }) => sum + usdcUnits, 0n);
}
