import { sameAddress } from "@hearth/chain/addresses";
import type { Network } from "@hearth/chain/networks";
import type { ObservedTransfer } from "@hearth/chain/observed-transfer";
import type { Transaction } from "@hearth/db/client";
import { received } from "@hearth/db/postings";
import { insertPostings } from "../../ledger/journal.repo.ts";
import { insertPaymentEvents } from "../../ledger/payment-events.repo.ts";
import { lockPaymentsByBinding, type PaymentRow } from "../../ledger/payments.repo.ts";
import { insertTransfers, listMatchedPayments, type NewTransfer } from "../../ledger/transfers.repo.ts";
import { judgeReference } from "./match-payment.ts";
import { blockOf, factsOf, type KnownLog } from "./record-transfer.ts";
import { transferData } from "./transfer-events.ts";
import type { WatchedWallets } from "./watched-wallets.ts";

/**
 * Records the transfers that alone, by reference, pay a payment that nothing has paid so far: most of the traffic on the first of a month.
 * Same result as `recordTransfer` for each. Returns the other logs. Five statements however many there are, plus the row locks. Requires
 * the cursor's lock.
 *
 * @param fresh the page's logs that may concern somebody, none with a row yet, in chain order
 */
export async function recordPayments(
  tx: Transaction,
  network: Network,
  fresh: readonly KnownLog[],
  wallets: WatchedWallets,
  now: Date,
): Promise<KnownLog[]> {
  const alone = listAlone(
    fresh.map(({ observed }) => observed),
    network,
    wallets,
  );
  if (alone.size === 0) return [...fresh];
  const payments = await lockPaymentsByBinding(tx, network.chainId, [...alone.keys()]);
  const paid = new Set(
    await listMatchedPayments(
      tx,
      payments.map(({ id }) => id),
    ),
  );
  const insertedByLog = new Map<ObservedTransfer, NewTransfer>();
  for (const payment of payments) {
    const observed = alone.get(payment.binding);
    if (!observed || payment.transferId !== null || paid.has(payment.id) || !isReceivedBy(payment, observed, wallets)) continue;
    const match = judgeReference(network, observed, { payment, topUp: null });
    if (match.verdict !== "matched") continue;
    insertedByLog.set(observed, { ...factsOf(observed), ...blockOf(observed), ...match, merchantId: payment.merchantId, seenAt: now });
  }
  const transfers = await insertTransfers(tx, [...insertedByLog.values()]);
  await insertPostings(
    tx,
    transfers.flatMap((transfer) => received(transfer, now)),
  );
  const events = transfers.flatMap((transfer) =>
    transfer.paymentId === null ? [] : [{ paymentId: transfer.paymentId, type: "seen" as const, data: transferData(transfer), at: now }],
  );
  await insertPaymentEvents(tx, events);
  return fresh.filter(({ observed }) => !insertedByLog.has(observed));
}

/**
 * Maps references to their only new transfer. Leaves out transfers that share a payment with another one, because then chain order decides.
 */
function listAlone(fresh: readonly ObservedTransfer[], network: Network, wallets: WatchedWallets): Map<string, ObservedTransfer> {
  const payees = new Set(fresh.flatMap(({ binding, to }) => (binding === null ? to.toLowerCase() : [])));
  const alone = new Map<string, ObservedTransfer>();
  for (const [hash, [observed, ...others]] of Map.groupBy(fresh, ({ binding }) => binding?.hash ?? null)) {
    if (hash === null || !observed || others.length > 0) continue;
    const { from, to, blockNumber, usdcUnits } = observed;
    const isPlain = !payees.has(to.toLowerCase()) && usdcUnits >= network.dustFloorUnits;
    if (isPlain && wallets.ownersOf(from, blockNumber, false).length === 0) alone.set(hash, observed);
  }
  return alone;
}

/** Returns true when the transfer went to the payment's payee while the wallet was its merchant's. */
function isReceivedBy({ payeeAddress, merchantId }: PaymentRow, { to, blockNumber }: ObservedTransfer, wallets: WatchedWallets): boolean {
  return sameAddress(payeeAddress, to) && wallets.ownersOf(to, blockNumber, true).includes(merchantId);
}
