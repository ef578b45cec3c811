/** Where a refund stands: begun and not seen on the chain yet, counted for a transfer, or given up. */
export const refundStatuses = ["open", "completed", "cancelled"] as const;
export type RefundStatus = (typeof refundStatuses)[number];
