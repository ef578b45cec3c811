import type { ObservedTransfer } from "./observed-transfer.ts";

/** A transfer as the chain or a row of the ledger tells it. */
export type ToldTransfer = Omit<ObservedTransfer, "binding"> & { binding: Pick<NonNullable<ObservedTransfer["binding"]>, "hash"> | null };

/** Says which money moved: equal for a log and its row whatever block holds them, and for two logs of one transaction that are equal in every fact. */
export function factsKey({ chainId, txHash, token, from, to, usdcUnits, binding }: ToldTransfer): string {
  return [chainId, txHash, token, from, to, usdcUnits, binding?.hash ?? ""].join(" ").toLowerCase();
}

/**
 * Says which money moved and where: equal for a log and its row exactly when the row is right in every fact. What moved less than the floor is told
 * by its log alone, which does not say its binding.
 */
export function transferKey(transfer: ToldTransfer, floorUnits = 0n): string {
  const { logIndex, blockNumber, blockHash, blockTime } = transfer;
  const told = transfer.usdcUnits < floorUnits ? { ...transfer, binding: null } : transfer;
  return [factsKey(told), placeKey({ txHash: transfer.txHash, logIndex }), blockNumber, blockHash, blockTime.getTime()].join(" ");
}

/** The place of a log within its transaction. */
export function placeKey({ txHash, logIndex }: Pick<ObservedTransfer, "txHash" | "logIndex">): string {
  return `${txHash} ${logIndex}`;
}
