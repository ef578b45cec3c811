import type { Transaction } from "@hearth/db/client";
import { enoughTogether } from "@hearth/domain/payments/short";
import { centsToUsdcUnits } from "@hearth/domain/money";
import { lockPayment, type PaymentRow } from "../../ledger/payments.repo.ts";
import { notifyFollowers } from "../../ledger/payment-events.repo.ts";
import type { RefundRow } from "../../ledger/refunds.repo.ts";
import {
  findDuplicate,
  findTransfer,
  listPayingTransfers,
  listTooLittle,
  markParts,
  sumTooLittle,
  type TransferRow,
  updateTransfer,
} from "../../ledger/transfers.repo.ts";
import { alignReturnsOf } from "../returns/settle-refund.ts";

/**
 * Decides anew which transfers of an unpaid payment that are too little each are enough together: those are its parts, and whoever settles
 * counts them when all are deep enough. What they are depends on what is there and does not go back to its sender, in the chain's order, and not
 * on the order in which it was seen. Where they are not enough, the oldest duplicate that stays pays the payment alone. Runs with the payment locked, after any transfer of it came or went, or was or was no more to go back.
 */
export async function alignParts(
  tx: Transaction,
  payment: Pick<PaymentRow, "id" | "amountCents" | "transferId">,
  now: Date,
): Promise<void> {
  if (payment.transferId !== null) return;
  const paying = await listPayingTransfers(tx, payment.id);
  if (paying.some(({ verdict }) => verdict === "matched")) return;
  const isEnough = (await sumTooLittle(tx, payment.id)) >= centsToUsdcUnits(payment.amountCents);
  const duplicate = isEnough ? null : await findDuplicate(tx, payment.id);
  if (duplicate) await promote(tx, duplicate, now);
  if (!isEnough && paying.length === 0) return;
  const tooLittle = await listTooLittle(tx, payment.id);
  const staying = tooLittle.filter(({ isGoingBack }) => !isGoingBack);
  const parts = new Set(enoughTogether(staying, payment.amountCents).map(({ id }) => id));
  const idsOf = (verdict: "part" | "short") => tooLittle.filter((transfer) => transfer.verdict === verdict).map(({ id }) => id);
  const become = idsOf("short").filter((id) => parts.has(id));
  const cease = idsOf("part").filter((id) => !parts.has(id));
  await markParts(tx, become, "part");
  await markParts(tx, cease, "short");
  await alignReturnsOf(tx, [...become, ...cease], now);
}

/**
 * Lets a duplicate pay its payment, because the money beside which it was one is gone: that money's block left the chain, or a person took it off
 * the payment.
 */
async function promote(tx: Transaction, { id, paymentId }: TransferRow, now: Date): Promise<void> {
  await updateTransfer(tx, id, { verdict: "matched" });
  await alignReturnsOf(tx, [id], now);
  if (paymentId !== null) await notifyFollowers(tx, paymentId);
}

/**
 * Works out anew which transfers are parts of the payment that a transfer was meant for, where sending it back began, was given up, or moved money;
 * nothing for other refunds.
 */
export async function alignPartsOfSource(tx: Transaction, { sourceTransferId }: RefundRow, now: Date): Promise<void> {
  const source = sourceTransferId === null ? null : await findTransfer(tx, sourceTransferId);
  const payment = source?.paymentId ? await lockPayment(tx, source.paymentId) : null;
  if (payment) await alignParts(tx, payment, now);
}
