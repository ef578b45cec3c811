import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import { centsToDecimal } from "@hearth/domain/money";
import { mailMaxAgeMs } from "@hearth/domain/notifications/mails";
import { shortMoney } from "@hearth/domain/payments/short";
import type { PaymentOddity } from "@hearth/domain/payments/status";
import { listParties } from "../../ledger/parties.repo.ts";
import type { PaymentRow } from "../../ledger/payments.repo.ts";
import { sumTooLittle, type TransferRow } from "../../ledger/transfers.repo.ts";
import { type Notice, notify, notifyOfMany, receiptKey, toBusiness } from "../../notifications/notify.ts";

/** Loads a payment's payer and merchant, and the payment's fields for notifications. Null for an unknown payment. */
export async function readPartiesOf(tx: Transaction, paymentId: string) {
  return (await readParties(tx, [paymentId])).get(paymentId) ?? null;
}

/** Does the same for several payments, by payment id. */
async function readParties(tx: Transaction, paymentIds: readonly string[]) {
  const rows = await listParties(tx, paymentIds);
  return new Map(
    rows.map(({ paymentId, payerId, ownerId, staff, firstName, lastName, merchant, amountCents, description }) => {
      const about = { paymentId: publicId("payment", paymentId), merchant, amountCents, description };
      return [paymentId, { payerId, ownerId, staff, payer: `${firstName} ${lastName}`, about }];
    }),
  );
}

/** False for old transfers, for example when history is read again. */
function isNews({ blockTime }: Pick<TransferRow, "blockTime">, now: Date): boolean {
  return now.getTime() - blockTime.getTime() <= mailMaxAgeMs;
}

/** A completed payment, and the transfer that completed it. */
interface CompletedPayment {
  paymentId: string;
  last: TransferRow;
  oddity: PaymentOddity;
}

/**
 * Notifies payers and merchants of completed payments, once per payment, even if it is reversed and completes again. The number of
 * statements does not grow with the batch.
 */
export async function notifyCompleted(tx: Transaction, completed: readonly CompletedPayment[], now: Date): Promise<void> {
  const news = completed.filter(({ last }) => isNews(last, now));
  if (news.length === 0) return;
  const partiesOf = await readParties(
    tx,
    news.map(({ paymentId }) => paymentId),
  );
  const notices = news.flatMap(({ paymentId, oddity }): Notice[] => {
    const parties = partiesOf.get(paymentId);
    if (!parties) return [];
    const { payerId, payer, about } = parties;
    const received = { kind: "paymentReceived", ...about, payer, oddity } as const;
    return [
      {
        userIds: [payerId],
        key: receiptKey(paymentId),
        event: { kind: "paymentCompleted", ...about, oddity },
        now,
      },
      { ...toBusiness(parties, received.kind), key: `payment-received:${paymentId}`, event: received, now },
    ];
  });
  await notifyOfMany(tx, notices);
}

/** Notifies the payer of a short payment, once per transfer. */
export async function notifyShort(
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
