import { HearthError } from "@hearth/domain/errors";
import { parsePublicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { Actor } from "../../../trpc/context.ts";
import { isoTime } from "../../../trpc/wire.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { lockPayment } from "../../ledger/payments.repo.ts";
import { mailAgain, receiptKey } from "../../notifications/notify.ts";
import { readPartiesOf } from "../../settlement/returns/payment-notices.ts";

/** The newest mail with a payment's receipt. */
export const sentReceiptView = z.strictObject({
  to: z.string(),
  sentAt: isoTime,
  /** True where a receipt was sent minutes ago, so that none was sent now. */
  isEarlier: z.boolean(),
});

/**
 * Mails a payer the receipt of a completed payment again, at the current email of their account. Sends none where one was sent within the last
 * minutes. Locks the payment, so that concurrent calls send one.
 *
 * @throws HearthError NOT_FOUND for another merchant's payment; CONFLICT while it is not completed, or where its payer closed their account.
 */
export async function sendReceipt(deps: Deps, actor: Actor, paymentId: string): Promise<z.infer<typeof sentReceiptView>> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const id = parsePublicId("payment", paymentId);
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const payment = id && (await lockPayment(tx, id));
    const parties = payment && payment.merchantId === merchantId ? await readPartiesOf(tx, payment.id) : null;
    if (!payment || !parties) throw new HearthError("NOT_FOUND", { message: "Transaction not found" });
    if (payment.status !== "completed") throw new HearthError("CONFLICT", { message: "Only a completed payment has a receipt" });
    const { about, payerId: userId } = parties;
    const event = { kind: "paymentCompleted", ...about, oddity: payment.oddity, isCopy: true } as const;
    const since = new Date(now.getTime() - limits.receiptAgainMinutes * 60_000);
    const sent = await mailAgain(tx, { userId, key: receiptKey(payment.id), since, event, now });
    if (sent === null) throw new HearthError("CONFLICT", { message: "This payer has closed their account, so no receipt can be sent" });
    return { ...sent, sentAt: sent.sentAt.toISOString() };
  });
}
