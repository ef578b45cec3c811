import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import { centsToDecimal } from "@hearth/domain/money";
import { mailMaxAgeMs } from "@hearth/domain/notifications/mails";
import { shortMoney } from "@hearth/domain/payments/short";
import type { PaymentOddity } from "@hearth/domain/payments/status";
import { findParties } from "../ledger/parties.repo.ts";
import type { PaymentRow } from "../ledger/payments.repo.ts";
import { sumTooLittle, type TransferRow } from "../ledger/transfers.repo.ts";
import { notify } from "../notifications/notify.ts";

/** The people of a payment, and the payment as notices name it; null where it does not exist. */
export async function readPartiesOf(tx: Transaction, paymentId: string) {
  const parties = await findParties(tx, paymentId);
  if (parties === null) return null;
  const { payerId, ownerId, firstName, lastName, merchant, amountCents } = parties;
  const about = { paymentId: publicId("payment", paymentId), merchant, amountCents };
  return { payerId, ownerId, payer: `${firstName} ${lastName}`, about };
}

/** What a history that is read anew brings up again happened too long ago to be news. */
function isNews({ blockTime }: Pick<TransferRow, "blockTime">, now: Date): boolean {
  return now.getTime() - blockTime.getTime() <= mailMaxAgeMs;
}

/** Tells payer and merchant that a payment is completed, once for a payment, whatever the chain takes back later. */
export async function tellCompleted(
  tx: Transaction,
  payment: Pick<PaymentRow, "id">,
  { last, oddity, now }: { last: TransferRow; oddity: PaymentOddity; now: Date },
): Promise<void> {
  const parties = isNews(last, now) ? await readPartiesOf(tx, payment.id) : null;
  if (parties === null) return;
  const { payerId, ownerId, payer, about } = parties;
  const key = `payment-completed:${payment.id}`;
  await notify(tx, { userIds: [payerId], key, event: { kind: "paymentCompleted", ...about, oddity }, now });
  await notify(tx, {
    userIds: [ownerId],
    key: `payment-received:${payment.id}`,
    event: { kind: "paymentReceived", ...about, payer, oddity },
    now,
  });
}

/** Tells a payer that less than the payment has arrived, once for each transfer that leaves it so. */
export async function tellShort(
  tx: Transaction,
  payment: Pick<PaymentRow, "id" | "amountCents" | "status">,
  transfer: TransferRow,
  now: Date,
): Promise<void> {
  if (payment.status === "completed" || !isNews(transfer, now)) return;
  const money = shortMoney(payment.amountCents, await sumTooLittle(tx, payment.id));
  const parties = money && (await readPartiesOf(tx, payment.id));
  if (!money || !parties) return;
  const missing = { arrivedUsdc: centsToDecimal(money.receivedCents), missingUsdc: centsToDecimal(money.missingCents) };
  const key = `payment-short:${payment.id}:${transfer.id}`;
  await notify(tx, { userIds: [parties.payerId], key, event: { kind: "paymentShort", ...parties.about, ...missing }, now });
}
