import { isBlockBefore } from "@hearth/domain/time";
import type { Address, Hex } from "viem";
import { sameAddress } from "./addresses.ts";
import type { ConfirmationRule, Network } from "./networks.ts";
import type { ObservedTransfer } from "./observed-transfer.ts";

/** The transfer that a payment waits for, from the server's own records only. */
export interface ExpectedTransfer {
  chainId: number;
  usdcAddress: Address;
  /** The merchant's wallet at checkout. */
  payeeAddress: Address;
  /** 6 decimals. */
  usdcUnits: bigint;
  /**
   * Earliest time of a transfer that only a proven wallet binds, because an older one was for something else. Null if the time does not
   * matter.
   */
  notBefore: Date | null;
  /** The checkout's public binding. */
  binding: Hex;
  /** Wallets that the payer has proven to own; may be empty. */
  payerAddresses: Address[];
  /** The payment's price; it selects the confirmation rule. */
  amountCents: number;
}

/** The state of the chain at the time of judging, read together. */
export interface ChainView {
  head: bigint;
  /** The `safe` block, null if the node does not report one. */
  safe: bigint | null;
  /** The chain's current hash at the transfer's height; null if the node is unsure. */
  canonicalHash: Hex | null;
}

/** Reasons why a transfer does not pay this payment. */
export type MismatchReason = "chain" | "token" | "payee" | "self" | "short" | "over" | "early" | "unbound";

/** Result of judging one transfer for one payment. */
export type Judgement =
  | { kind: "settled"; over: boolean }
  | { kind: "notYet"; reason: "unsure" | "depth" | "safe"; confirmations: number; needed: number; over: boolean }
  | { kind: "reverted" }
  | { kind: "mismatch"; reason: MismatchReason };

/** Assumed lag of the `safe` block if the node does not report one: about two minutes of two-second blocks. */
const usualSafeLag = 60;

/** Number of confirmations. The transfer's own block is the first; 0 if the head has not reached it. */
export function confirmationsOf(blockNumber: bigint, head: bigint): number {
  return head < blockNumber ? 0 : Number(head - blockNumber) + 1;
}

/**
 * Decides whether a transfer pays a payment. Pure: the same facts always give the same result.
 *
 * A transfer settles the payment if all of this is true:
 *
 * - It has the right chain, token and payee, and its sender is not the payee.
 * - It is bound to this payment by its reference or by a proven wallet.
 * - Bound by a reference, it may have any time and a larger amount, because a reference is created with its checkout.
 * - Bound by a wallet, it has the exact amount and is not older than the payment.
 * - Its block is still on the chain, with enough confirmations for its amount.
 *
 * An unsure node never settles anything. Ask again until final: a settled transfer can still be reverted.
 */
export function judgeTransfer(observed: ObservedTransfer, expected: ExpectedTransfer, chain: ChainView, network: Network): Judgement {
  if (observed.chainId !== expected.chainId) return { kind: "mismatch", reason: "chain" };
  if (chain.canonicalHash !== null && !sameHash(chain.canonicalHash, observed.blockHash)) return { kind: "reverted" };
  const reason = mismatchOf(observed, expected);
  if (reason !== null) return { kind: "mismatch", reason };
  return depthOf(observed, expected, chain, network);
}

function mismatchOf(observed: ObservedTransfer, expected: ExpectedTransfer): MismatchReason | null {
  if (!sameAddress(observed.token, expected.usdcAddress)) return "token";
  if (!sameAddress(observed.to, expected.payeeAddress)) return "payee";
  if (sameAddress(observed.from, observed.to)) return "self"; // a transfer to oneself moves no money
  const boundBy = bindingOf(observed, expected);
  if (boundBy === null) return "unbound";
  if (boundBy === "wallet" && isEarly(observed, expected)) return "early";
  if (observed.usdcUnits < expected.usdcUnits) return "short";
  if (observed.usdcUnits > expected.usdcUnits && boundBy === "wallet") return "over";
  return null;
}

/** A reference, even one of another checkout, takes precedence over the wallet: it names the checkout that the payer meant. */
function bindingOf(observed: ObservedTransfer, expected: ExpectedTransfer): "reference" | "wallet" | null {
  if (observed.binding !== null) return sameHash(observed.binding.hash, expected.binding) ? "reference" : null;
  return expected.payerAddresses.some((address) => sameAddress(address, observed.from)) ? "wallet" : null;
}

/** True if a transfer has the confirmations that a rule requires. */
export function isDeepEnough(blockNumber: bigint, rule: ConfirmationRule, chain: Pick<ChainView, "head" | "safe">): boolean {
  if (rule.kind === "depth") return confirmationsOf(blockNumber, chain.head) >= rule.blocks;
  return chain.safe !== null && blockNumber <= chain.safe;
}

function depthOf(observed: ObservedTransfer, expected: ExpectedTransfer, chain: ChainView, network: Network): Judgement {
  const over = observed.usdcUnits > expected.usdcUnits;
  const rule = network.confirmations(expected.amountCents);
  const confirmations = confirmationsOf(observed.blockNumber, chain.head);
  const needed = rule.kind === "depth" ? rule.blocks : safeDepth(chain);
  const contradicts = confirmations === 0 || (chain.safe !== null && chain.safe > chain.head);
  if (chain.canonicalHash === null || contradicts) return { kind: "notYet", reason: "unsure", confirmations, needed, over };
  return isDeepEnough(observed.blockNumber, rule, chain)
    ? { kind: "settled", over }
    : { kind: "notYet", reason: rule.kind, confirmations, needed, over };
}

/** Estimated confirmations of a transfer when the `safe` block reaches it; only for showing progress. */
function safeDepth(chain: ChainView): number {
  return chain.safe === null || chain.safe > chain.head ? usualSafeLag : Number(chain.head - chain.safe) + 1;
}

function isEarly({ blockTime }: ObservedTransfer, { notBefore }: ExpectedTransfer): boolean {
  return notBefore !== null && isBlockBefore(blockTime, notBefore);
}

function sameHash(left: Hex, right: Hex): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
