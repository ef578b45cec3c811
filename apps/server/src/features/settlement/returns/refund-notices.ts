import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import { formatUsdc, usdcUnitsToWholeCents } from "@hearth/domain/money";
import { mailMaxAgeMs } from "@hearth/domain/notifications/mails";
import type { RefundRow } from "../../ledger/refunds.repo.ts";
import type { TransferRow } from "../../ledger/transfers.repo.ts";
import { notifyRefundNotSent } from "../../businesses/owner-notices.ts";
import { notify } from "../../notifications/notify.ts";
import { readPartiesOf } from "./payment-notices.ts";

/** Notifies the payer that the refund was seen, and that it counts, once each. Does nothing for returned money that fitted no payment. */
export async function notifyRefund(
  tx: Transaction,
  refund: Pick<RefundRow, "id" | "paymentId">,
  { kind, transfer, now }: { kind: "refundSent" | "refundArrived"; transfer: Pick<TransferRow, "usdcUnits" | "blockTime">; now: Date },
): Promise<void> {
  if (refund.paymentId === null || now.getTime() - transfer.blockTime.getTime() > mailMaxAgeMs) return;
  const parties = await readPartiesOf(tx, refund.paymentId);
  if (parties === null) return;
  const event = { kind, ...parties.about, amountCents: usdcUnitsToWholeCents(transfer.usdcUnits) };
  await notify(tx, { userIds: [parties.payerId], key: `${kind}:${refund.id}`, event, now });
}

/** Notifies a business that the relayer could not send a refund. Does nothing for a refund that is not open any more. */
export async function notifyNotSent(tx: Transaction, refund: RefundRow, failure: string, now: Date): Promise<void> {
  const { id: refundId, merchantId, status, usdcUnits, toAddress: to } = refund;
  if (status !== "open") return;
  const event = { usdc: formatUsdc(usdcUnits), to, failure, ...(await originOfRefund(tx, refund)) };
  await notifyRefundNotSent(tx, { refundId, merchantId, event, now });
}

async function originOfRefund(tx: Transaction, { paymentId, sourceTransferId }: RefundRow) {
  if (paymentId === null) return { ...(sourceTransferId !== null && { transferId: publicId("transfer", sourceTransferId) }) };
  const parties = await readPartiesOf(tx, paymentId);
  return { paymentId: publicId("payment", paymentId), ...(parties !== null && { description: parties.about.description }) };
}
