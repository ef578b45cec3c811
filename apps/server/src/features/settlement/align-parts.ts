import type { Transaction } from "@hearth/db/client";
import { enoughTogether } from "@hearth/domain/payments/short";
import { centsToUsdcUnits } from "@hearth/domain/money";
import type { PaymentRow } from "../ledger/payments.repo.ts";
import { listPayingTransfers, listTooLittle, markParts, sumTooLittle } from "../ledger/transfers.repo.ts";

/**
 * Decides anew which transfers of an unpaid payment that are too little each are enough together: those are its parts, and whoever settles
 * counts them when all are deep enough. What they are depends on what is there, in the chain's order, and not on the order in which it was seen.
 * Runs with the payment locked, after any transfer of it came or went.
 */
export async function alignParts(tx: Transaction, payment: Pick<PaymentRow, "id" | "amountCents" | "transferId">): Promise<void> {
  if (payment.transferId !== null) return;
  const paying = await listPayingTransfers(tx, payment.id);
  if (paying.some(({ verdict }) => verdict === "matched")) return;
  const isEnough = (await sumTooLittle(tx, payment.id)) >= centsToUsdcUnits(payment.amountCents);
  if (!isEnough && paying.length === 0) return;
  const tooLittle = await listTooLittle(tx, payment.id);
  const parts = new Set(enoughTogether(tooLittle, payment.amountCents).map(({ id }) => id));
  const idsOf = (verdict: "part" | "short") => tooLittle.filter((transfer) => transfer.verdict === verdict).map(({ id }) => id);
  await markParts(
    tx,
    idsOf("short").filter((id) => parts.has(id)),
    "part",
  );
  await markParts(
    tx,
    idsOf("part").filter((id) => !parts.has(id)),
    "short",
  );
}
