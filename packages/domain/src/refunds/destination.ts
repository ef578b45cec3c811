import type { TransferBinding } from "../payments/status.ts";

type Address = `0x${string}`;

/** A wallet that sent money which counts for a payment, with what is known about it. */
export interface RefundSource {
  address: Address;
  /** All that it sent for the payment, in base units. */
  usdcUnits: bigint;
  /** What said that its transfers are the payment's, each way once. */
  boundBy: readonly TransferBinding[];
  /** Whether the payment's owner has proven the wallet by its signature at any time, linked now or not. */
  wasProven: boolean;
  /** Whether the wallet is known to be an address at an exchange, whose key the exchange holds. */
  isExchange: boolean;
}

/** What is known about where a payment's money came from, and where its owner wants it back. */
export interface PaidFrom {
  /** Every wallet that sent a part of the payment, in any order. */
  sources: readonly RefundSource[];
  /** The wallet that the owner has named with its signature and their password. */
  named: Address | null;
}

/** Why a wallet may receive the refund. */
export const refundGrounds = ["named", "proven", "onlySender"] as const;
export type RefundGround = (typeof refundGrounds)[number];

/** Why no wallet may receive the refund, so that the payment's owner has to be asked. */
export const unknownDestinations = ["severalWallets", "notTheirs"] as const;
export type UnknownDestination = (typeof unknownDestinations)[number];

/** Where a refund goes and why, or why its owner has to be asked first. */
export type RefundDestination = { to: Address; ground: RefundGround } | { to: null; unknown: UnknownDestination };

/**
 * Decides which one wallet a payment's refunds go to: the wallet that the owner has named, else the proven wallet of theirs that sent most of the
 * payment, else the sender of all of it. The last counts only where the sender itself signed for this payment: a person or a
 * provider may have named money that came from an exchange's or an onramp's wallet.
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

/** Says why a wallet may receive the refunds of a payment as things are now; null where it may not. */
export function groundFor(paidFrom: PaidFrom, to: Address): RefundGround | null {
  const isTo = (address: Address | null) => address?.toLowerCase() === to.toLowerCase();
  if (isTo(paidFrom.named)) return "named";
  if (paidFrom.sources.some(({ address, wasProven }) => wasProven && isTo(address))) return "proven";
  const found = refundDestination({ ...paidFrom, named: null });
  return found.to !== null && isTo(found.to) ? found.ground : null;
}

/** The largest share first; of equal shares the smaller address, so that the answer never depends on the order. */
function byShare(left: RefundSource, right: RefundSource): number {
  if (left.usdcUnits !== right.usdcUnits) return left.usdcUnits > right.usdcUnits ? -1 : 1;
  return left.address.toLowerCase() < right.address.toLowerCase() ? -1 : 1;
}

/** Whether a transfer's tie to its payment is a signature of the wallet that sent it. */
function isSignedFor(boundBy: TransferBinding): boolean {
  return boundBy === "authorization" || boundBy === "calldata" || boundBy === "wallet";
}
