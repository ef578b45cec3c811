/**
 * What is wrong with a transfer that carries a refund's binding: it left a wallet that is not the merchant's, went elsewhere than to the
 * payer's wallet, was too little, too much, or was sent when the refund had been paid already. The one that is too much pays it, and
 * those that are too little count together towards what a dispute is owed.
 */
export const refundProblems = ["foreignWallet", "wrongAddress", "short", "over", "duplicate"] as const;
export type RefundProblem = (typeof refundProblems)[number];
