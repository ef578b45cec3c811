/**
 * Problems of a transfer that carries a refund's binding: sent from a wallet that is not the merchant's, sent to a wrong address, too
 * little, too much, or sent again. A transfer of too much settles the refund. Transfers of too little add up towards what a dispute is
 * owed.
 */
export const refundProblems = ["foreignWallet", "wrongAddress", "short", "over", "duplicate"] as const;
export type RefundProblem = (typeof refundProblems)[number];
