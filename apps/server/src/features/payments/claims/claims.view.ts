import { publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { type ClaimStatus, compareClaim } from "@hearth/domain/payments/claims";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import { outcomeView, viewOutcome } from "../rows/short.view.ts";
import type { ClaimOnTransfer, ClaimRow } from "./claims.repo.ts";

const shownStatuses = ["pending", "confirmed", "refused"] as const;

/** A claim as its payer sees it. Until the merchant decides, nothing in it depends on the transaction's existence. */
export const ownClaimView = z.strictObject({
  _id: z.string(),
  transactionHash: z.string(),
  /** The claimed amount in dollars and day. */
  amount: z.number(),
  sentOn: z.string(),
  status: z.enum(shownStatuses),
  /** The merchant's reason for a refusal. */
  reason: z.string().nullable(),
  createdAt: isoTime,
});
export type OwnClaimView = z.infer<typeof ownClaimView>;

const ownStatuses: Record<Exclude<ClaimStatus, "withdrawn">, OwnClaimView["status"]> = {
  open: "pending",
  confirmed: "confirmed",
  refused: "refused",
};

export function viewOwnClaim({ id, txHash, amountCents, sentOn, status, reason, createdAt }: ClaimRow): OwnClaimView {
  return {
    _id: publicId("claim", id),
    transactionHash: txHash,
    amount: wireAmount(amountCents),
    sentOn,
    status: status === "withdrawn" ? "pending" : ownStatuses[status],
    reason,
    createdAt: createdAt.toISOString(),
  };
}

/** A claim on a transfer, as the merchant or admin who decides sees it. */
export const claimOnTransferView = z.strictObject({
  _id: z.string(),
  paymentId: z.string(),
  payer: z.string(),
  aptNumber: z.string().nullable(),
  description: z.string(),
  /** The payment's amount in dollars. */
  paymentAmount: z.number(),
  /** The claimed amount in dollars and day. `fits` compares both with the transfer. */
  amount: z.number(),
  sentOn: z.string(),
  fits: z.strictObject({ amount: z.boolean(), day: z.boolean() }),
  /** The payment's state after a confirmation. */
  outcome: outcomeView,
  createdAt: isoTime,
});
type ClaimOnTransferView = z.infer<typeof claimOnTransferView>;

export function viewClaimOnTransfer(
  { claim, payment, payer, shortUnits }: ClaimOnTransfer,
  transfer: { usdcUnits: bigint; blockTime: Date },
): ClaimOnTransferView {
  return {
    _id: publicId("claim", claim.id),
    paymentId: publicId("payment", payment.id),
    payer: `${payer.firstName} ${payer.lastName}`,
    aptNumber: payment.aptNumber,
    description: payment.description,
    paymentAmount: wireAmount(payment.amountCents),
    amount: wireAmount(claim.amountCents),
    sentOn: claim.sentOn,
    fits: compareClaim(claim, transfer),
    outcome: viewOutcome({ payment, shortUnits }, transfer.usdcUnits),
    createdAt: claim.createdAt.toISOString(),
  };
}
