import type { Address, Hex } from "viem";

/** What ties a transfer to one checkout, and how it was carried. */
export interface TransferBinding {
  /** 32 bytes, in lower case. */
  hash: Hex;
  by: "authorization" | "calldata";
}

/** One USDC transfer as the chain's log tells it; (chainId, txHash, logIndex) names it once and for all. */
export interface ObservedTransfer {
  chainId: number;
  txHash: Hex;
  logIndex: number;
  blockNumber: bigint;
  blockHash: Hex;
  blockTime: Date;
  token: Address;
  from: Address;
  to: Address;
  /** 6 decimals. */
  usdcUnits: bigint;
  binding: TransferBinding | null;
}
