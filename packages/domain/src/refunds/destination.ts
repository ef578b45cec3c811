import type { TransferBinding } from "../payments/status.ts";

type Address = `0x${string}`;

/** A wallet that sent money for a payment, with the facts about it. */
export interface RefundSource {
  address: Address;
  /** Everything it sent for the payment, in base units. */
  usdcUnits: bigint;
  /** Every kind of evidence that linked its transfers to the payment, without duplicates. */
  boundBy: readonly TransferBinding[];
  /** True if the payment's owner ever proved the wallet by its signature, even if it is no longer linked. */
  wasProven: boolean;
  /** True if the wallet is known to be an exchange's address. The exchange holds its key. */
  isExchange: boolean;
}

/** The wallets that paid a payment, and the wallet its owner named for refunds. */
export interface PaidFrom {
  /** Every wallet that sent part of the payment, in any order. */
  sources: readonly RefundSource[];
  /** The wallet that the owner named, confirmed by its signature and their password. */
  named: Address | null;
}

/** Reasons that a wallet may receive the refund. */
export const refundGrounds = ["named", "proven", "onlySender"] as const;
export type RefundGround = (typeof refundGrounds)[number];

/** Reasons that no wallet may receive the refund until the payment's owner names one. */
export const unknownDestinations = ["severalWallets", "notTheirs"] as const;
export type UnknownDestination = (typeof unknownDestinations)[number];

/** The wallet for a refund and the reason, or why its owner must name one first. */
export type RefundDestination = { to: Address; ground: RefundGround } | { to: null; unknown: UnknownDestination };

/**
 * Chooses the wallet for a payment's refunds, in this order: the one that the owner named, their proven wallet that sent the most, the only
 * sender. The only sender qualifies only if it signed for this payment. A person or a provider may have linked money from an exchange's or
 * an onramp's wallet.
 */
export function refundDestination({ sources, named }: PaidFrom): RefundDestination {
  if (named !== null) return { to: named, ground: "named" };
  const [proven] = sources.filter(({ wasProven }) => wasProven).toSorted(byShare);
  if (proven !== undefined) return { to: proven.address, ground: "proven" };
  const [only, ...others] = sources;
  if (others.length > 0) return { to: null, unknown: "severalWallets" };
  if (only === undefined || only.isExchange || !only.boundBy.some(isSignedFor)) return { to: null, unknown: "notTheirs" };
  return { to: only.address, ground: "onlySender" };
}

/** Returns the reason that a wallet may receive a payment's refunds now, or null if it may not. */
export function groundFor(paidFrom: PaidFrom, to: Address): RefundGround | null {
  const isTo = (address: Address | null) => address?.toLowerCase() === to.toLowerCase();
  if (isTo(paidFrom.named)) return "named";
  if (paidFrom.sources.some(({ address, wasProven }) => wasProven && isTo(address))) return "proven";
  const found = refundDestination({ ...paidFrom, named: null });
  return found.to !== null && isTo(found.to) ? found.ground : null;
}

/** Orders by share, largest first. Equal shares order by address, so the result does not depend on the input order. */
function byShare(left: RefundSource, right: RefundSource): number {
  if (left.usdcUnits !== right.usdcUnits) return left.usdcUnits > right.usdcUnits ? -1 : 1;
  return left.address.toLowerCase() < right.address.toLowerCase() ? -1 : 1;
}

/** True if the transfer was linked to its payment by a signature of the sending wallet. */
function isSignedFor(boundBy: TransferBinding): boolean {
  return boundBy === "authorization" || boundBy === "calldata" || boundBy === "wallet";
}
