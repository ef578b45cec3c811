/**
 * Reasons that a refund cannot be sent by hand, worded for the sender. Money sent by hand carries no reference, so it could not be matched.
 */
export const byHandRefusals = {
  unproven:
    "Prove the wallet that you are paid to, or another one to refund from, first: from one that no one has proven, money counts only with its reference.",
  alike:
    "You have started to send the same amount to the same wallet for something else. Finish or cancel that first, or connect your wallet here.",
} as const;
export type ByHandRefusal = keyof typeof byHandRefusals;

/**
 * Returns why an open refund cannot be sent by hand, or null if it can. Without a reference, money counts only from a proven wallet and
 * only if it fits exactly one open refund.
 */
export function refusalByHand({ hasProvenWallet, isAlone }: { hasProvenWallet: boolean; isAlone: boolean }): ByHandRefusal | null {
  if (!hasProvenWallet) return "unproven";
  return isAlone ? null : "alike";
}
