import type { TransferBinding } from "../payments/status.ts";

/** What is known about where a payment's money came from, and where its payer wants it back. */
export interface PaidFrom {
  /** The sender of the transfer that paid it. */
  address: `0x${string}`;
  /** What said that the transfer is the payment's. */
  boundBy: TransferBinding | null;
  /** Whether the payer has proven the sending wallet by its signature at any time, linked now or not. */
  wasProven: boolean;
  /** The wallet that the payer has named with its signature and their password. */
  named: `0x${string}` | null;
}

/**
 * Where a refund goes: to the wallet that the payer has named, or else to the one that paid, where it is known to be its payer's. Which wallets are
 * linked to the account now changes nothing. Null where a person, or the onramp, said whose the money was: that wallet may be an exchange's.
 */
export function refundAddress({ address, boundBy, wasProven, named }: PaidFrom): `0x${string}` | null {
  if (named !== null) return named;
  return isSignedFor(boundBy) || wasProven ? address : null;
}

/** Whether what ties the transfer to its payment is a signature of the wallet that sent it. */
function isSignedFor(boundBy: TransferBinding | null): boolean {
  return boundBy === "authorization" || boundBy === "calldata" || boundBy === "wallet";
}
