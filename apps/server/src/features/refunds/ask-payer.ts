import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { formatUsd } from "@hearth/domain/money";
import { leftToRefundCents } from "@hearth/domain/refunds/rules";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { nothing, once } from "../../idempotency/once.ts";
import { sumPayment } from "../ledger/journal.repo.ts";
import { notifyFollowers } from "../ledger/payment-events.repo.ts";
import { notify } from "../notifications/notify.ts";
import { readPartiesOf } from "../settlement/returns/payment-notices.ts";
import { hasClosed, insertRequest } from "./refund-destinations.repo.ts";
import { readDestination } from "./refund-destinations.service.ts";
import { listRefunds, lockPaidPayment } from "./refunds.repo.ts";
import type { Refunder } from "./refunder.ts";

/**
 * Asks a payment's payer to name a wallet for a refund of this amount, and notifies them. A second call leaves the first request unchanged.
 * @throws HearthError NOT_FOUND. CONFLICT when a wallet is known, too little is left, or the payer has closed the account.
 */
export async function askPayer(
  deps: Deps,
  { merchantId, actor, origin }: Refunder,
  input: { paymentId: string; amountCents: number },
  key: string | null,
): Promise<void> {
  const paymentId = parsePublicId("payment", input.paymentId);
  const { amountCents } = input;
  const now = deps.clock.now();
  const content = { paymentId, amountCents };
  const request = { scope: actor.userId, key, procedure: "merchant.askPayer", input: content, answer: nothing, now };
  await deps.db.transaction((tx) =>
    once(tx, request, async () => {
      const payment = paymentId && (await lockPaidPayment(tx, merchantId, paymentId));
      if (!payment) throw new HearthError("NOT_FOUND", { message: "Transaction not found" });
      const { found: destination } = await readDestination(tx, payment.id);
      if (destination.to !== null) throw conflict("A wallet to send it to is known. Please start the refund.");
      const refundableCents = leftToRefundCents(await sumPayment(tx, payment.id), await listRefunds(tx, { paymentId: payment.id }));
      if (amountCents > refundableCents) throw conflict(`At most ${formatUsd(refundableCents)} of this payment can still be refunded`);
      const walletRequest = { paymentId: payment.id, payerId: payment.payerId, requestedAt: now, requestedBy: actor.userId };
      if (await hasClosed(tx, payment.payerId))
        throw conflict(
          "This payer has closed the account, so no one can be asked for a wallet. Please settle it with them outside of Hearth.",
        );
      if (!(await insertRequest(tx, { ...walletRequest, requestedCents: amountCents }))) return null;
      await notifyFollowers(tx, payment.id);
      const entry = { at: now, actorId: actor.userId, action: "refund.walletAsked" as const, data: { amountCents } };
      await insertAuditEntry(tx, origin, { ...entry, subject: publicId("payment", payment.id) });
      const parties = await readPartiesOf(tx, payment.id);
      const event = parties && ({ kind: "refundWalletAsked", ...parties.about, amountCents } as const);
      if (event) await notify(tx, { userIds: [payment.payerId], key: `refund-wallet:${payment.id}`, event, now });
      return null;
    }),
  );
}

function conflict(message: string): HearthError {
  return new HearthError("CONFLICT", { message });
}
