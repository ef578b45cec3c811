import type { ObservedTransfer } from "./observed-transfer.ts";

/** A transfer from the chain or from a row of the ledger. */
export type TransferFields = Omit<ObservedTransfer, "binding"> & { binding: Pick<NonNullable<ObservedTransfer["binding"]>, "hash"> | null };

/** Key of the money that moved. Equal for a log and its row in any block, and for two identical logs of one transaction. */
export function factsKey({ chainId, txHash, token, from, to, usdcUnits, binding }: TransferFields): string {
  return [chainId, txHash, token, from, to, usdcUnits, binding?.hash ?? ""].join(" ").toLowerCase();
}

/**
 * Key of the money and its place. Equal for a log and its row exactly when the row is right in every field. Ignores the binding of a
 * transfer below the floor, because its log alone does not contain it.
 */
export function transferKey(transfer: TransferFields, floorUnits = 0n): string {
  const { logIndex, blockNumber, blockHash, blockTime } = transfer;
  const fields = transfer.usdcUnits < floorUnits ? { ...transfer, binding: null } : transfer;
  return [factsKey(fields), placeKey({ txHash: transfer.txHash, logIndex }), blockNumber, blockHash, blockTime.getTime()].join(" ");
}

/** Key of a log within its transaction. */
export function placeKey({ txHash, logIndex }: Pick<ObservedTransfer, "txHash" | "logIndex">): string {
  return `${txHash} ${logIndex}`;
}
