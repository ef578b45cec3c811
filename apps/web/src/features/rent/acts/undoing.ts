/** The ledger line to undo: a charge or a credit. */
export type Undoing =
  | { chargeId: string; description: string; isLateFee?: boolean; isRent?: boolean }
  | { creditId: string; description: string };

/** Names the act that undoes a ledger line: charges are voided, late fees waived, credits and recorded payments reversed. */
export function undoVerb(undoing: Undoing): "Waive" | "Void" | "Reverse" {
  return !("chargeId" in undoing) ? "Reverse" : undoing.isLateFee === true ? "Waive" : "Void";
}
