import { sameAddress } from "@hearth/chain/addresses";
import { type ExpectedTransfer, judgeTransfer } from "@hearth/chain/judge-transfer";
import type { Network } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { centsToUsdcUnits, usdcUnitsToCents } from "@hearth/domain/money";
import type { TransferVerdict } from "@hearth/domain/payments/status";
import { lockPayment, lockPaymentByBinding, type PaymentRow } from "../ledger/payments.repo.ts";
import { isTransferGoingBack } from "../ledger/refunds.repo.ts";
import { hasMatchedTransfer, listCandidates, type NewTransfer, type TransferRow } from "../ledger/transfers.repo.ts";

/** Which payment a transfer is for, and what said so. */
export type Match = Pick<NewTransfer, "paymentId" | "boundBy"> & { verdict: TransferVerdict };
const noMatch: Match = { paymentId: null, boundBy: null, verdict: "unmatched" };

/**
 * What was decided about a transfer holds on when its block changes: the payment that a person or the onramp named, unless another transfer paid
 * it meanwhile, and that its money goes back, which makes it no money for a payment. Null where it is to be matched again.
 */
export async function keepDecided(tx: Transaction, known: TransferRow): Promise<Match | null> {
  const { paymentId, boundBy, verdict } = known;
  if (verdict === null) return null;
  if (verdict !== "matched" && verdict !== "part")
    return (await isTransferGoingBack(tx, known.id)) ? { paymentId, boundBy, verdict } : null;
  if ((boundBy !== "admin" && boundBy !== "onramp") || verdict !== "matched" || paymentId === null) return null;
  const payment = await lockPayment(tx, paymentId);
  if (payment?.transferId || (await hasMatchedTransfer(tx, paymentId))) return null;
  return { paymentId, boundBy, verdict };
}

/**
 * Finds the payment that a transfer is for. A reference decides alone, even when it leads nowhere. Without one, the sender must be a
 * proven wallet of the payer and exactly one open payment must fit; when none was open, exactly one that had ended within the last day.
 */
export async function matchTransfer(tx: Transaction, network: Network, observed: ObservedTransfer): Promise<Match> {
  if (observed.binding) {
    const payment = await lockPaymentByBinding(tx, observed.chainId, observed.binding.hash);
    return payment ? matchByReference(tx, network, observed, payment) : noMatch;
  }
  if (sameAddress(observed.from, observed.to)) return noMatch;
  const cents = usdcUnitsToCents(observed.usdcUnits);
  if (cents === null || !Number.isSafeInteger(cents) || cents > 2 ** 31 - 1) return noMatch;
  const candidates = await listCandidates(tx, observed, cents);
  const open = candidates.filter((candidate) => candidate.open);
  const [only, ...others] = open.length > 0 ? open : candidates;
  if (!only || others.length > 0) return noMatch;
  await lockPayment(tx, only.id);
  return { paymentId: only.id, boundBy: "wallet", verdict: "matched" };
}

async function matchByReference(tx: Transaction, network: Network, observed: ObservedTransfer, payment: PaymentRow): Promise<Match> {
  const judgement = judgeTransfer(
    observed,
    expectedOf(payment, []),
    { head: observed.blockNumber, safe: null, canonicalHash: observed.blockHash },
    network,
  );
  const boundBy = observed.binding?.by ?? null;
  if (judgement.kind === "mismatch") {
    return judgement.reason === "short" ? { paymentId: payment.id, boundBy, verdict: "short" } : noMatch;
  }
  const taken = payment.transferId !== null || (await hasMatchedTransfer(tx, payment.id));
  return { paymentId: payment.id, boundBy, verdict: taken ? "duplicate" : "matched" };
}

/** What a payment waits for, as the judge wants it. */
export function expectedOf(payment: PaymentRow, payerAddresses: `0x${string}`[]): ExpectedTransfer {
  return {
    chainId: payment.chainId,
    usdcAddress: payment.tokenAddress,
    payeeAddress: payment.payeeAddress,
    usdcUnits: centsToUsdcUnits(payment.amountCents),
    notBefore: payment.createdAt,
    binding: payment.binding,
    payerAddresses,
    amountCents: payment.amountCents,
  };
}
