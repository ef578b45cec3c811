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

/**
 * Whether money can be a further part of a payment of which too little has arrived: some has, it is too little itself, and with it no more has come
 * than the whole cents that are asked for.
 * @param arrivedUnits what has arrived already, in USDC base units.
 */
export function fitsAsPart(amountCents: number, arrivedUnits: bigint, usdcUnits: bigint): boolean {
  const short = shortMoney(amountCents, arrivedUnits);
  return short !== null && usdcUnits > 0n && usdcUnits <= centsToUsdcUnits(short.missingCents);
}

/** The sum of transfers in USDC base units. */
export function sumOfUnits(transfers: readonly { usdcUnits: bigint }[]): bigint {
  return transfers.reduce((sum, { usdcUnits }) => sum + usdcUnits, 0n);
}
