import { type Address, getAddress, type Hex, toEventSelector } from "viem";
import { sameAddress } from "./addresses.ts";
import { addressOfTopic, type LogFacts, type ReceiptFacts, type TxFacts } from "./chain-facts.ts";
import { bindingOfTransfer, type TransferBinding } from "./transfer-binding.ts";

/** A USDC transfer from the chain's log, identified by (chainId, txHash, logIndex). */
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

/** The first topic of every ERC-20 transfer. */
export const transferTopic: Hex = toEventSelector("Transfer(address,address,uint256)");

const wordBytes = /^0x[0-9a-f]{64}$/i;

/**
 * Reads the USDC transfers out of a receipt, in log order. Pure.
 *
 * Silently skips logs of other contracts, logs with a wrong shape, removed logs and failed transactions: strangers write them, and none is
 * an error of ours. Also skips zero transfers, which anybody can make in anybody's name.
 */
export function observeTransfers(
  tx: TxFacts,
  receipt: ReceiptFacts,
  blockTime: Date,
  usdcAddress: Address,
  chainId: number,
): ObservedTransfer[] {
  if (receipt.status !== "success") return [];
  const usdcLogs = new Map<number, LogFacts>();
  for (const log of receipt.logs) {
    if (log.removed !== true && sameAddress(log.address, usdcAddress)) usdcLogs.set(log.logIndex, log);
  }
  const place = { chainId, txHash: receipt.transactionHash, blockNumber: receipt.blockNumber, blockHash: receipt.blockHash, blockTime };
  const observed: ObservedTransfer[] = [];
  for (const log of usdcLogs.values()) {
    const transfer = readTransferLog(log);
    if (transfer === null) continue;
    const binding = bindingOfTransfer(tx, usdcLogs.get(log.logIndex - 1) ?? null, transfer);
    observed.push({ ...place, logIndex: log.logIndex, token: getAddress(usdcAddress), ...transfer, binding });
  }
  return observed.sort((left, right) => left.logIndex - right.logIndex);
}

/** Decodes a transfer log of the token; null for a log of another shape, and for a zero transfer. */
export function readTransferLog(log: LogFacts): Pick<ObservedTransfer, "from" | "to" | "usdcUnits"> | null {
  const [topic, from, to] = log.topics;
  if (log.topics.length !== 3 || topic?.toLowerCase() !== transferTopic || !wordBytes.test(log.data)) return null;
  const sender = addressOfTopic(from);
  const recipient = addressOfTopic(to);
  if (sender === null || recipient === null) return null;
  const usdcUnits = BigInt(log.data);
  return usdcUnits === 0n ? null : { from: sender, to: recipient, usdcUnits };
}
