import type { Address, Hex, TypedDataDefinition } from "viem";
import type { Network } from "./networks.ts";
import type { ObservedTransfer } from "./observed-transfer.ts";
import type { SignedTransferAuthorization } from "./usdc.ts";

/** One block, as far as the product cares. */
export interface BlockRef {
  number: bigint;
  hash: Hex;
  parentHash: Hex;
  time: Date;
}

/** Why the token would refuse an authorization now. */
export type AuthorizationRefusal = "balance" | "blacklisted" | "paused" | "used" | "expired" | "notYetValid" | "signature" | "unknown";

/** What would happen if an authorization were carried to the chain now. */
export type AuthorizationSimulation = { ok: true } | { ok: false; reason: AuthorizationRefusal };

/**
 * The server's own eyes on one chain.
 *
 * Every method rejects with ChainUnavailable when the RPC is away, too slow or answers nonsense, and with ChainUnsure
 * (a kind of ChainUnavailable) when its answers contradict each other. A method never turns a failure into an answer.
 */
export interface ChainReader {
  readonly network: Network;
  /** The newest block. */
  head(): Promise<BlockRef>;
  /** The block at a height or a finality mark, or null where the chain has none. */
  block(at: bigint | "safe" | "finalized"): Promise<BlockRef | null>;
  /**
   * Every USDC transfer to one of the addresses within the blocks, both ends included, in the chain's order, each once.
   * Rejects with RangeError for more than 2,000 blocks, and with ChainUnsure when the node has not seen `toBlock`.
   */
  transfersTo(addresses: Address[], fromBlock: bigint, toBlock: bigint): Promise<ObservedTransfer[]>;
  /** Every USDC transfer in a transaction, whoever received it; empty when it is unknown, pending or failed. */
  transfersInTx(hash: Hex): Promise<ObservedTransfer[]>;
  isBlacklisted(address: Address): Promise<boolean>;
  /** USDC units, 6 decimals. */
  balanceOf(address: Address): Promise<bigint>;
  /** Wei. */
  nativeBalanceOf(address: Address): Promise<bigint>;
  /** Whether the address is a contract (or an account that delegates to one). */
  hasCode(address: Address): Promise<boolean>;
  /** Whether the account signed the text: with its key, as a contract wallet (ERC-1271), or as one not yet deployed (ERC-6492). */
  verifyMessage(input: { address: Address; message: string; signature: Hex }): Promise<boolean>;
  /** The same for typed data (EIP-712). */
  verifyTypedData(input: { address: Address; typedData: TypedDataDefinition; signature: Hex }): Promise<boolean>;
  /** Whether an authorization has been used or cancelled. */
  authorizationState(from: Address, nonce: Hex): Promise<boolean>;
  /** Asks the token what it would say to an authorization now, without sending it. */
  simulateAuthorization(auth: SignedTransferAuthorization): Promise<AuthorizationSimulation>;
}

/** How a reader is made. */
export interface ChainReaderOptions {
  network: Network;
  rpcUrl: string;
  /** Per request to the RPC, default 5,000. */
  timeoutMs?: number;
}
