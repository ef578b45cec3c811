import { type Address, getAddress, type Hex } from "viem";

/** A transaction, as far as a transfer needs it. */
export interface TxFacts {
  from: Address;
  to: Address | null;
  input: Hex;
}

/** One log of a receipt. Nothing about its topics and data is trusted: anybody can write logs. */
export interface LogFacts {
  address: Address;
  topics: readonly Hex[];
  data: Hex;
  logIndex: number;
  removed?: boolean;
}

/** A receipt, as far as a transfer needs it. */
export interface ReceiptFacts {
  transactionHash: Hex;
  status: "success" | "reverted";
  blockNumber: bigint;
  blockHash: Hex;
  logs: readonly LogFacts[];
}

const addressWord = /^0x0{24}[0-9a-f]{40}$/i;

/** The address within an indexed topic, checksummed, or null where the topic holds anything else. */
export function addressOfTopic(topic: Hex | undefined): Address | null {
  return topic !== undefined && addressWord.test(topic) ? getAddress(`0x${topic.slice(26).toLowerCase()}`) : null;
}
