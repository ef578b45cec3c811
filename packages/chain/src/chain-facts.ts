import { type Address, getAddress, type Hex } from "viem";

/** The fields of a transaction that a transfer needs. */
export interface TxFacts {
  from: Address;
  to: Address | null;
  input: Hex;
}

/** One log of a receipt. Its topics and data are untrusted, because anybody can write logs. */
export interface LogFacts {
  address: Address;
  topics: readonly Hex[];
  data: Hex;
  logIndex: number;
  removed?: boolean;
}

/** The fields of a receipt that a transfer needs. */
export interface ReceiptFacts {
  transactionHash: Hex;
  status: "success" | "reverted";
  blockNumber: bigint;
  blockHash: Hex;
  logs: readonly LogFacts[];
}

const addressWord = /^0x0{24}[0-9a-f]{40}$/i;

/** Returns the address in an indexed topic, checksummed, or null if the topic holds anything else. */
export function addressOfTopic(topic: Hex | undefined): Address | null {
  return topic !== undefined && addressWord.test(topic) ? getAddress(`0x${topic.slice(26).toLowerCase()}`) : null;
}
