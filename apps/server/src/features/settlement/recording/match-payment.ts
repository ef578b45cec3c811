import { sameAddress } from "@hearth/chain/addresses";
import { type ExpectedTransfer, judgeTransfer } from "@hearth/chain/judge-transfer";
import type { Network } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { centsToUsdcUnits, usdcUnitsToCents } from "@hearth/domain/money";
import { verdictFor } from "@hearth/domain/payments/short";
import type { TransferVerdict } from "@hearth/domain/payments/status";
import { listCandidates } from "../../ledger/candidates.repo.ts";
import { lockPayment } from "../../ledger/payments.repo.ts";
import { isTransferBeingReturned } from "../../ledger/refunds.repo.ts";
import { currentCheckout, type CheckoutRow, lockCheckoutByBinding } from "../../ledger/top-ups.repo.ts";
import { hasMatchedTransfer, type NewTransfer, type TransferRow } from "../../ledger/transfers.repo.ts";

/** The payment and checkout that a transfer is for, and what identified them. */
export type Match = Pick<NewTransfer, "boundBy"> & { paymentId: string | null; topUpId: string | null; verdict: TransferVerdict };
const noMatch: Match = { paymentId: null, topUpId: null, boundBy: null, verdict: "unmatched" };

/**
 * Preserves decisions about a transfer when its block changes. Money being returned keeps its verdict and pays nothing. Money that a person
 * or the onramp assigned stays with its payment and is judged again. If another transfer has paid that payment meanwhile, a person's
 * decision lapses and the onramp's money is a duplicate. Returns null when the transfer must be matched again.
 */
export async function preserveDecision(tx: Transaction, known: TransferRow): Promise<Match | null> {
  const { paymentId, topUpId, boundBy, verdict } = known;
  if (verdict === null) return null;
  if (verdict !== "matched" && (await isTransferBeingReturned(tx, known.id)))
    return { paymentId, topUpId, boundBy, verdict: verdict === "part" ? "short" : verdict };
  if ((boundBy !== "admin" && boundBy !== "onramp") || paymentId === null) return null;
  const payment = await lockPayment(tx, paymentId);
  if (!payment) return null;
  const isPaid = payment.transferId !== null || (await hasMatchedTransfer(tx, paymentId));
  if (isPaid && boundBy === "admin") return null;
  return { paymentId, topUpId, boundBy, verdict: verdictFor(payment.amountCents, known.usdcUnits, isPaid) };
}

/**
 * Finds the payment that a transfer is for. A reference decides alone, even when it leads nowhere. Without one, the sender must be a proven
 * wallet of the payer and exactly one open checkout must fit. When none was open, exactly one that ended within the last day must fit.
 * Among several, the one of `before` wins: the match of its row before its block left the chain. A transfer for a top-up is always short
 * alone; `alignParts` decides whether it is enough with the others.
 */
export async function matchTransfer(
  tx: Transaction,
  network: Network,
  observed: ObservedTransfer,
  before: Pick<TransferRow, "paymentId" | "topUpId" | "boundBy"> | null = null,
): Promise<Match> {
  if (observed.binding) {
    const checkout = await lockCheckoutByBinding(tx, observed.chainId, observed.binding.hash);
    return checkout ? matchByReference(tx, network, observed, checkout) : noMatch;
  }
  if (sameAddress(observed.from, observed.to)) return noMatch;
  const cents = usdcUnitsToCents(observed.usdcUnits);
  if (cents === null || !Number.isSafeInteger(cents) || cents > 2 ** 31 - 1) return noMatch;
  const candidates = await listCandidates(tx, observed, cents);
  const open = candidates.filter((candidate) => candidate.open);
  const [only, ...others] = open.length > 0 ? open : candidates;
  const again =
    before?.boundBy === "wallet" && candidates.find((one) => one.paymentId === before.paymentId && one.topUpId === before.topUpId);
  if (!only || (others.length > 0 && !again)) return noMatch;
  const { paymentId, topUpId } = again || only;
  await lockPayment(tx, paymentId);
  return { paymentId, topUpId, boundBy: "wallet", verdict: topUpId === null ? "matched" : "short" };
}

async function matchByReference(tx: Transaction, network: Network, observed: ObservedTransfer, checkout: CheckoutRow): Promise<Match> {
  const match = judgeReference(network, observed, checkout);
  if (match.verdict !== "matched") return match;
  const { payment } = checkout;
  const hasTransfer = payment.transferId !== null || (await hasMatchedTransfer(tx, payment.id));
  return { ...match, verdict: hasTransfer ? "duplicate" : "matched" };
}

/** Judges a transfer with a checkout's reference, assuming that nothing else has paid: matched, short, or no match. */
export function judgeReference(network: Network, observed: ObservedTransfer, checkout: CheckoutRow): Match {
  const judgement = judgeTransfer(
    observed,
    expectedOf(checkout, []),
    { head: observed.blockNumber, safe: null, canonicalHash: observed.blockHash },
    network,
  );
  const { payment, topUp } = checkout;
  const match = { paymentId: payment.id, topUpId: topUp?.id ?? null, boundBy: observed.binding?.by ?? null };
  if (judgement.kind !== "mismatch") return { ...match, verdict: "matched" };
  return judgement.reason === "short" ? { ...match, verdict: "short" } : noMatch;
}

/**
 * Builds the transfer that a checkout expects, for the judge. The amount is always the payment's whole amount, which also selects the
 * confirmation rule.
 */
export function expectedOf(checkout: CheckoutRow, payerAddresses: `0x${string}`[]): ExpectedTransfer {
  const { payment } = checkout;
  const { binding, createdAt } = currentCheckout(checkout);
  return {
    chainId: payment.chainId,
    usdcAddress: payment.tokenAddress,
    payeeAddress: payment.payeeAddress,
    usdcUnits: centsToUsdcUnits(payment.amountCents),
    notBefore: createdAt,
    binding,
    payerAddresses,
    amountCents: payment.amountCents,
  };
}
