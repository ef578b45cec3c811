import { publicId } from "@hearth/domain/ids";
import { usdcUnitsToWholeCents, wireAmount } from "@hearth/domain/money";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import type { PaymentDetailRow } from "./payment-detail.repo.ts";

/** A refund without a dispute as the payer sees it: on its way until its transfer is verified on the chain. */
export const givenRefundView = z.strictObject({
  _id: z.string(),
  status: z.enum(["onItsWay", "refunded"]),
  amount: z.number(),
  createdAt: isoTime,
  refundedAt: isoTime.nullable(),
  transactionHash: z.string().nullable(),
});

export function viewGivenRefund(row: PaymentDetailRow["refunds"][number]): z.infer<typeof givenRefundView> {
  return {
    _id: publicId("refund", row.id),
    status: row.status === "completed" ? "refunded" : "onItsWay",
    amount: wireAmount(usdcUnitsToWholeCents(row.usdcUnits)),
    createdAt: row.createdAt.toISOString(),
    refundedAt: row.completedAt?.toISOString() ?? null,
    transactionHash: row.transfer?.txHash ?? null,
  };
}
