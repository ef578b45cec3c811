import type { OddTransfer } from "./area.ts";

/** Why a transfer stands in a list of its own, in a few words. */
export function whatItIs({ verdict, meantFor }: Pick<OddTransfer, "verdict" | "meantFor">): string {
  if (verdict === "short") return `Too little for ${meantFor?.description ?? "its payment"}`;
  if (verdict === "duplicate") return `Second transfer for ${meantFor?.description ?? "its payment"}`;
  return verdict === "matched" ? `Attached to ${meantFor?.description ?? "a payment"}` : "Without a reference";
}

/** How a row is called in its link. */
export function oddTransferName(transfer: OddTransfer): string {
  return `${transfer.usdc} USDC, ${whatItIs(transfer).toLowerCase()}`;
}
