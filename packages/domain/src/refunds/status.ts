/** Statuses of a refund: begun and not yet seen on the chain, completed by a transfer, or cancelled. */
export const refundStatuses = ["open", "completed", "cancelled"] as const;
export type RefundStatus = (typeof refundStatuses)[number];
