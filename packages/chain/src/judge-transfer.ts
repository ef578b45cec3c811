import { isBlockBefore } from "@hearth/domain/time";
import type { Address, Hex } from "viem";
import { sameAddress } from "./addresses.ts";
import type { ConfirmationRule, Network } from "./networks.ts";
import type { ObservedTransfer } from "./observed-transfer.ts";

/** What a payment waits for, from the server's own records and nothing else. */
export interface ExpectedTransfer {
  chainId: number;
  usdcAddress: Address;
  /** The merchant's wallet as it was when the checkout was made. */
  payeeAddress: Address;
  /** 6 decimals. */
  usdcUnits: bigint;
  /** Where nothing but a proven wallet binds it, an older transfer was for something else; null where its time says nothing. */
  notBefore: Date | null;
  /** The checkout's public binding. */
  binding: Hex;
  /** Wallets that the payer has proved to own; may be empty. */
  payerAddresses: Address[];
  /** The payment's price; it chooses the confirmation rule. */
  amountCents: number;
}

/** The state of the chain at the moment of judging, read together. */
export interface ChainView {
  head: bigint;
  /** The `safe` block, null where the node does not say. */
  safe: bigint | null;
  /** The hash the chain now has at the transfer's height; null where the node is unsure. */
  canonicalHash: Hex | null;
}

/** Why a transfer does not pay this payment. */
export type MismatchReason = "chain" | "token" | "payee" | "self" | "short" | "over" | "early" | "unbound";

/** What one transfer means for one payment. */
export type Judgement =
  | { kind: "settled"; over: boolean }
  | { kind: "notYet"; reason: "unsure" | "depth" | "safe"; confirmations: number; needed: number; over: boolean }
  | { kind: "reverted" }
  | { kind: "mismatch"; reason: MismatchReason };

/** How long the `safe` block lags behind where the node does not say: about two minutes of two-second blocks. */
const usualSafeLag = 60;

/** How many blocks speak for a transfer: its own is the first one; 0 where the head has not reached it. */
export function confirmationsOf(blockNumber: bigint, head: bigint): number {
  return head < blockNumber ? 0 : Number(head - blockNumber) + 1;
}

/**
 * Decides what a transfer means for a payment. Pure: the same facts always give the same answer.
 *
 * Settled needs all of it: the right chain, token and payee; from somebody else; bound to this payment; the exact amount and
 * not older than it, or at any time and also more when bound by reference (a reference was born with its checkout); in a block that the chain still has; deep enough for its amount.
 * A node that is unsure never settles anything. Ask again until final: a settled transfer can still be reverted.
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
  if (sameAddress(observed.from, observed.to)) return "self"; // whoever pays themselves has moved no money
  const boundBy = bindingOf(observed, expected);
  if (boundBy === null) return "unbound";
  if (boundBy === "wallet" && isEarly(observed, expected)) return "early";
  if (observed.usdcUnits < expected.usdcUnits) return "short";
  if (observed.usdcUnits > expected.usdcUnits && boundBy === "wallet") return "over";
  return null;
}

/** A reference, even a foreign one, speaks before the wallet: it says which checkout the payer meant. */
function bindingOf(observed: ObservedTransfer, expected: ExpectedTransfer): "reference" | "wallet" | null {
  if (observed.binding !== null) return sameHash(observed.binding.hash, expected.binding) ? "reference" : null;
  return expected.payerAddresses.some((address) => sameAddress(address, observed.from)) ? "wallet" : null;
}

/** Whether a transfer lies as deep as a rule wants. */
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

/** About how many confirmations a transfer has when the `safe` block reaches it; for showing progress only. */
function safeDepth(chain: ChainView): number {
  return chain.safe === null || chain.safe > chain.head ? usualSafeLag : Number(chain.head - chain.safe) + 1;
}

function isEarly({ blockTime }: ObservedTransfer, { notBefore }: ExpectedTransfer): boolean {
  return notBefore !== null && isBlockBefore(blockTime, notBefore);
}

function sameHash(left: Hex, right: Hex): boolean {
  return left.toLowerCase() === right.toLowerCase();
}
