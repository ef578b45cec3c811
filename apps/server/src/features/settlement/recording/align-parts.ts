import type { Transaction } from "@hearth/db/client";
import { shortestPayingPrefix } from "@hearth/domain/payments/short";
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
 * Recomputes which short transfers of an unpaid payment are enough together and become its parts; settlement counts them when all are deep
 * enough. The result depends on the transfers that are present and not being returned, in chain order, never on the order of seeing them.
 * When they are not enough, the oldest remaining duplicate pays the payment alone. Run with the payment locked, whenever one of its
 * transfers is added or removed, or its return begins or is given up.
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
  const staying = tooLittle.filter(({ isBeingReturned }) => !isBeingReturned);
  const parts = new Set(shortestPayingPrefix(staying, payment.amountCents).map(({ id }) => id));
  const idsOf = (verdict: "part" | "short") => tooLittle.filter((transfer) => transfer.verdict === verdict).map(({ id }) => id);
  const become = idsOf("short").filter((id) => parts.has(id));
  const cease = idsOf("part").filter((id) => !parts.has(id));
  await markParts(tx, become, "part");
  await markParts(tx, cease, "short");
  await alignReturnsOf(tx, [...become, ...cease], now);
}

/** Lets a duplicate pay its payment, because the transfer that paid it is gone: its block left the chain, or a person detached it. */
async function promote(tx: Transaction, { id, paymentId }: TransferRow, now: Date): Promise<void> {
  await updateTransfer(tx, id, { verdict: "matched" });
  await alignReturnsOf(tx, [id], now);
  if (paymentId !== null) await notifyFollowers(tx, paymentId);
}

/**
 * Recomputes the parts of the payment that a returned transfer was meant for. Call it when a return begins, is given up, or moves money.
 * Does nothing for other refunds.
 */
export async function alignPartsOfSource(tx: Transaction, { sourceTransferId }: RefundRow, now: Date): Promise<void> {
  const source = sourceTransferId === null ? null : await findTransfer(tx, sourceTransferId);
  const payment = source?.paymentId ? await lockPayment(tx, source.paymentId) : null;
  if (payment) await alignParts(tx, payment, now);
}
