import type { Transaction } from "@hearth/db/client";
import { usdcUnitsToWholeCents } from "@hearth/domain/money";
import { mailMaxAgeMs } from "@hearth/domain/notifications/mails";
import type { RefundRow } from "../../ledger/refunds.repo.ts";
import type { TransferRow } from "../../ledger/transfers.repo.ts";
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
