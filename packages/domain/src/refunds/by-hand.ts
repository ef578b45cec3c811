/** Why money that is sent by hand, without a reference, could not be told to be for a refund, in sentences for who sends it. */
export const byHandRefusals = {
  unproven:
    "Prove the wallet that you are paid to, or another one to refund from, first: from one that nobody has proven, money counts only with its reference.",
  alike:
    "You have started to send the same amount to the same wallet for something else. Finish or cancel that first, or connect your wallet here.",
} as const;
export type ByHandRefusal = keyof typeof byHandRefusals;

/**
 * Why nothing may be sent by hand for an open refund, or null where it may: without a reference money counts only from a proven wallet,
 * and only where it fits one open refund alone.
 */
export function refusalByHand({ hasProvenWallet, isAlone }: { hasProvenWallet: boolean; isAlone: boolean }): ByHandRefusal | null {
  if (!hasProvenWallet) return "unproven";
  return isAlone ? null : "alike";
}
