import { ChainUnavailable } from "@hearth/chain/chain-errors";
import { affordableCount } from "@hearth/chain/authorization-batch";
import type { AuthorizationRefusal } from "@hearth/chain/authorization-refusal";
import { type RelayFees, type Relayer, RelayerOutOfGas, RelayUnderpriced } from "@hearth/chain/relayer";
import type { Transaction } from "@hearth/db/client";
import { isDatabaseAway, violatedConstraint } from "@hearth/db/errors";
import { batchLimitAfterFailure } from "@hearth/domain/payments/relay-queue";
import type { Deps } from "../../../deps.ts";
import { endSetAside, setAside } from "../../../jobs/work-list.ts";
import { insertPaymentEvents } from "../../ledger/payment-events.repo.ts";
import { listMerchantsOfPayments, lockPayments } from "../../ledger/payments.repo.ts";
import { listSentRefunds, lockRefunds } from "../../ledger/refunds.repo.ts";
import { insertRelayTransaction } from "../../ledger/relay-transactions.repo.ts";
import { listNextQueued, lowerMostTogether, markSent, type RelayRow, touchRelays } from "../../ledger/relays.repo.ts";
import { listMatchedPayments } from "../../ledger/transfers.repo.ts";
import { holdPayableMerchants } from "../../businesses/merchants.service.ts";
import { isPaymentOnCard } from "../../payees/payee-cards.ts";
import { authorizationOf, endAsFailed, endByLog, endByReadBlocks, fail, idsOf, isExpired, relayName } from "./end-relays.ts";
import { readGas } from "./relayer-gas.ts";

/**
 * Sends the next queued relays in one transaction: as many as may share one and as the relayer can pay gas for. Simulates them first and
 * leaves out those that the token refuses. Throws ChainUnavailable.
 */
export async function sendQueued(deps: Deps, relayer: Relayer): Promise<void> {
  const now = deps.clock.now();
  const next = await listNextQueued(deps.db, { chainId: deps.network.chainId, relayerAddress: relayer.address }, now);
  const [expired, sendable] = partition(next, (relay) => isExpired(relay, now));
  await endByReadBlocks(deps, expired);
  const [oldest] = sendable;
  if (oldest === undefined) return;
  const wei = await readGas(deps, relayer);
  if (wei === null) return fail(deps, sendable, "gas");
  const [nonce, fees] = await Promise.all([relayer.accountNonce("latest"), relayer.fees()]);
  const batchLimit = oldest.mostTogether;
  const paidFor = sendable.slice(0, Math.max(1, affordableCount(wei, fees.maxFeePerGas, batchLimit)));
  const refusals = await relayer.simulate(paidFor.map(authorizationOf), batchLimit);
  const fine = paidFor.filter((_relay, place) => refusals[place] === null);
  const { rawTx, stored } = await storeSome(deps, relayer, { relays: fine, most: batchLimit, nonce, fees });
  if (rawTx !== null) await broadcastStored(deps, relayer, rawTx);
  const passed = [...stored];
  for (const [place, relay] of paidFor.entries()) {
    const reason = refusals[place] ?? null;
    if (reason === null) continue;
    if (await tryOrSetAside(deps, relay, () => refuse(deps, relayer, relay, { reason, among: paidFor.length }))) passed.push(relay);
  }
  await endSetAside(deps, "carry-relay", idsOf(passed));
}

/** A stored transaction with its relays; null and empty when nothing can be sent now. */
interface Stored {
  rawTx: `0x${string}` | null;
  stored: RelayRow[];
}

/**
 * Stores a transaction with all relays. If that fails, stores one with the first relay that works alone, and sets the failing ones before
 * it aside. The next step sends the others together.
 */
async function storeSome(deps: Deps, relayer: Relayer, batch: Batch): Promise<Stored> {
  try {
    return { rawTx: await store(deps, relayer, batch), stored: batch.relays };
  } catch (error) {
    if (error instanceof ChainUnavailable || isDatabaseAway(error)) throw error;
  }
  const alone: Stored = { rawTx: null, stored: [] };
  for (const relay of batch.relays) {
    if (deps.ending.signal.aborted) break;
    const isDone = await tryOrSetAside(deps, relay, async () => {
      alone.rawTx = await store(deps, relayer, { ...batch, relays: [relay] });
      alone.stored = [relay];
    });
    if (isDone) break;
  }
  return alone;
}

/** Runs `work` for one relay, and sets the relay aside on failure. Returns true on success. */
async function tryOrSetAside(deps: Deps, relay: RelayRow, work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof ChainUnavailable) throw error;
    await setAside(deps, "carry-relay", { id: relay.id, name: relayName(relay) }, error);
    return false;
  }
}

/**
 * Broadcasts a stored transaction. After a too low fee or an empty gas balance it returns null; the next step raises the fee or the alarm.
 */
export async function broadcastStored(deps: Deps, relayer: Relayer, rawTx: `0x${string}`) {
  try {
    return await relayer.send(rawTx);
  } catch (error) {
    if (error instanceof RelayerOutOfGas) await readGas(deps, relayer);
    else if (!(error instanceof RelayUnderpriced)) throw error;
    return null;
  }
}

interface Batch {
  relays: RelayRow[];
  /** The batch limit of these relays. */
  most: number;
  nonce: number;
  fees: RelayFees;
}

/**
 * Signs a transaction with the relays and stores it before it is broadcast. Signs first, because a remote signer needs a network call.
 * Returns null when one of the payments was paid meanwhile or another transaction is in flight; the next step signs again.
 */
async function store(deps: Deps, relayer: Relayer, { relays, most, nonce, fees }: Batch): Promise<`0x${string}` | null> {
  if (relays.length === 0) return null;
  const now = deps.clock.now();
  const { rawTx, txHash, maxFeePerGas } = await relayer.sign({ auths: relays.map(authorizationOf), most, nonce, fees });
  try {
    return await deps.db.transaction(async (tx) => {
      const payable = await dropUnpayable(deps, tx, relays, now);
      if (payable.length < relays.length) return null;
      const key = { chainId: deps.network.chainId, relayerAddress: relayer.address, accountNonce: nonce };
      const signed = { rawTransaction: rawTx, txHash, maxFeePerGas, carries: payable.length };
      const transactionId = await insertRelayTransaction(tx, { ...key, ...signed, createdAt: now, sentAt: now, updatedAt: now });
      const ids = payable.map(({ id }) => id);
      if ((await markSent(tx, ids, transactionId, now)) < ids.length) throw new RelaysChanged();
      const events = paymentIdsOf(payable).map((paymentId) => ({ paymentId, type: "relaySent" as const, data: { txHash }, at: now }));
      await insertPaymentEvents(tx, events);
      return rawTx;
    });
  } catch (error) {
    if (error instanceof RelaysChanged || violatedConstraint(error) === "relay_transactions_one_in_flight_key") return null;
    throw error;
  }
}

/** A relay was dropped, or sent by another process, so the signed transaction must not be stored. */
class RelaysChanged extends Error {}

/**
 * Ends relays whose payment is paid, whose refund is sent or cancelled, whose merchant may not be paid now, or whose payee is not on its
 * merchant's card. Locks the payments and refunds of the others and returns those relays, with all sends.
 */
async function dropUnpayable(deps: Deps, tx: Transaction, relays: RelayRow[], now: Date): Promise<RelayRow[]> {
  const ids = paymentIdsOf(relays);
  const merchants = await holdPayableMerchants(tx, await listMerchantsOfPayments(tx, ids));
  const payments = new Map((await lockPayments(tx, ids)).map((payment) => [payment.id, payment]));
  const matched = new Set(await listMatchedPayments(tx, ids));
  const isPaid = ({ paymentId }: RelayRow) =>
    paymentId !== null && (payments.get(paymentId)?.status === "completed" || matched.has(paymentId));
  const refunds = new Map((await lockRefunds(tx, refundIdsOf(relays))).map((refund) => [refund.id, refund]));
  const sent = new Set(await listSentRefunds(tx, refundIdsOf(relays)));
  const isSent = ({ refundId }: RelayRow) => refundId !== null && (refunds.get(refundId)?.status === "completed" || sent.has(refundId));
  const isGivenUp = ({ refundId }: RelayRow) => refundId !== null && refunds.get(refundId)?.status !== "open";
  const [paid, notPaid] = partition(relays, (relay) => isPaid(relay) || isSent(relay));
  const [givenUp, unpaid] = partition(notPaid, isGivenUp);
  const halted: RelayRow[] = [];
  const payable: RelayRow[] = [];
  for (const relay of unpaid) {
    if (relay.paymentId === null) {
      payable.push(relay);
      continue;
    }
    const payment = payments.get(relay.paymentId);
    const merchant = payment && merchants.get(payment.merchantId);
    const isFine = payment !== undefined && merchant !== undefined && (await isPaymentOnCard(deps, merchant, payment));
    (isFine ? payable : halted).push(relay);
  }
  await endAsFailed(tx, paid, "alreadyPaid", now);
  await endAsFailed(tx, givenUp, "refundCancelled", now);
  await endAsFailed(tx, halted, "merchant", now);
  return payable;
}

/**
 * Fails a relay that the token refuses when asked about it alone, in a block younger than the relay. An older block may not show the
 * payer's balance yet. A relay refused only in a batch gets a lower batch limit.
 */
async function refuse(
  deps: Deps,
  relayer: Relayer,
  relay: RelayRow,
  { reason, among }: { reason: AuthorizationRefusal; among: number },
): Promise<void> {
  if (reason === "used") return endByLog(deps, relayer, relay);
  const head = await deps.chain.head();
  if (head.time.getTime() < Math.floor(relay.createdAt.getTime() / 1_000) * 1_000) return; // block times are whole seconds
  const verdict = await deps.chain.simulateAuthorization(authorizationOf(relay), head.number);
  if (!verdict.ok) return fail(deps, [relay], verdict.reason);
  // Accepted after all, although it was alone: the node that refused it lags. Try again later.
  if (among === 1) return touchRelays(deps.db, [relay.id], deps.clock.now());
  await lowerMostTogether(deps.db, relay.id, batchLimitAfterFailure(among));
}

function refundIdsOf(relays: RelayRow[]): string[] {
  return relays.flatMap(({ refundId }) => refundId ?? []);
}

function paymentIdsOf(relays: RelayRow[]): string[] {
  return relays.flatMap(({ paymentId }) => paymentId ?? []);
}

function partition<Item>(items: Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
