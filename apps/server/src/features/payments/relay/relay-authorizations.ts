import type { AuthorizationRefusal } from "@hearth/chain/authorization-refusal";
import { type PreparedRelay, type Relayer, RelayerOutOfGas, RelayFeeCapped, RelayRefused, RelayUnderpriced } from "@hearth/chain/relayer";
import type { SignedTransferAuthorization } from "@hearth/chain/usdc";
import type { Transaction } from "@hearth/db/client";
import { violatedConstraint } from "@hearth/db/errors";
import type { Deps } from "../../../deps.ts";
import { clearAlarm, raiseAlarm } from "../../alarms/alarms.repo.ts";
import { findCursor } from "../../ledger/chain-cursor.repo.ts";
import { insertPaymentEvent } from "../../ledger/payment-events.repo.ts";
import { findMerchantOfPayment, lockPayment } from "../../ledger/payments.repo.ts";
import {
  findInFlight,
  findNextQueued,
  listMinedUnpaid,
  markRelayEnded,
  markSent,
  type RelayRow,
  requeueRelay,
  touchRelay,
} from "../../ledger/relays.repo.ts";
import { hasMatchedTransfer } from "../../ledger/transfers.repo.ts";
import { holdPayableMerchant } from "../../merchants/merchants.service.ts";

/** A sent transaction that nobody has mined is sent again after this, and outbid after the next. */
const resendAfterMs = 6_000;
const outbidAfterMs = 24_000;
const quietMs = 20_000;
/** A relay costs about 100,000 gas; with less than a hundred of them in the wallet somebody has to fill it. Wei. */
const lowGasWei = 1_000_000_000_000_000n;
const gasAlarm = "relayer-gas";

/**
 * One step of the relayer: looks after the transaction in flight, or sends the next in the queue. One at a time per key, by constraint; the
 * signed transaction is stored before it is sent, so that any process may be killed at any line. Throws ChainUnavailable.
 */
export async function relayAuthorizations(deps: Deps): Promise<void> {
  const { relayer, db, network } = deps;
  if (!relayer) return;
  await recheckMined(deps);
  const inFlight = await findInFlight(db, network.chainId, relayer.address);
  if (inFlight) return followUp(deps, relayer, inFlight);
  const next = await findNextQueued(db, network.chainId, relayer.address);
  if (!next) return;
  if (isExpired(deps, next)) return fail(deps, next, "expired");
  if (!(await hasGas(deps, relayer))) return fail(deps, next, "gas");
  const verdict = await deps.chain.simulateAuthorization(authorizationOf(next));
  if (!verdict.ok && verdict.reason === "used") return endByLog(deps, relayer, next);
  if (!verdict.ok) return refuse(deps, next, verdict.reason);
  await prepareAndSend(deps, relayer, next);
}

/** Looks at the relayer's gas by itself, so that the alarm comes before the first payer and goes when somebody has filled it. */
export async function watchRelayerGas(deps: Deps): Promise<void> {
  if (deps.relayer) await hasGas(deps, deps.relayer);
}

/** Whether the relayer can pay for gas; raises an alarm when it cannot, and clears it when it can again. */
async function hasGas(deps: Deps, relayer: Relayer): Promise<boolean> {
  const wei = await deps.chain.nativeBalanceOf(relayer.address);
  const now = deps.clock.now();
  if (wei >= lowGasWei) {
    await clearAlarm(deps.db, gasAlarm, now);
    return true;
  }
  const message = "The relayer is out of gas. Payers are asked to send by themselves until it is filled.";
  await raiseAlarm(deps.db, { key: gasAlarm, message, data: { address: relayer.address, wei: wei.toString() }, now });
  return false;
}

async function followUp(deps: Deps, relayer: Relayer, relay: RelayRow): Promise<void> {
  const receipt = relay.txHash ? await deps.chain.receipt(relay.txHash) : null;
  if (receipt?.status === "success") return end(deps, relay, "mined");
  if (await deps.chain.authorizationState(relay.fromAddress, relay.nonce)) return endByLog(deps, relayer, relay);
  if (receipt) return fail(deps, relay, "reverted");
  if (isExpired(deps, relay)) return fail(deps, relay, "expired");
  if (await isPassedOver(deps, relay)) return prepareAndSend(deps, relayer, relay, relay.accountNonce);
  return resend(deps, relayer, relay);
}

/**
 * Whether the authorization is unused in a block that was read, that the chain still has, and that is younger than a time. A missing receipt
 * alone says nothing: the node may lag behind the one that mined it.
 */
async function isSurelyUnused(deps: Deps, relay: RelayRow, since: Date): Promise<boolean> {
  const cursor = await findCursor(deps.db, relay.chainId);
  if (!cursor || cursor.blockTime <= since) return false;
  const block = await deps.chain.block(cursor.blockNumber);
  if (block?.hash !== cursor.blockHash) return false;
  return !(await deps.chain.authorizationState(relay.fromAddress, relay.nonce, cursor.blockNumber));
}

/** Whether blocks that were read could have taken the transaction and did not: while the head stands still, no fee would help. */
async function isPassedOver(deps: Deps, relay: RelayRow): Promise<boolean> {
  const { sentAt } = relay;
  if (sentAt === null || deps.clock.now().getTime() - sentAt.getTime() <= outbidAfterMs) return false;
  return isSurelyUnused(deps, relay, new Date(sentAt.getTime() + outbidAfterMs));
}

/** Hands the same transaction in once more, when it is its time. */
async function resend(deps: Deps, relayer: Relayer, relay: RelayRow): Promise<void> {
  if (deps.clock.now().getTime() - relay.updatedAt.getTime() < resendAfterMs) return;
  await touchRelay(deps.db, relay.id, deps.clock.now());
  try {
    const sent = relay.rawTransaction && (await relayer.send(relay.rawTransaction));
    if (sent === "nonceTooLow" && (await isSurelyUnused(deps, relay, relay.updatedAt))) await prepareAndSend(deps, relayer, relay);
  } catch (error) {
    await onSendFailure(deps, relayer, relay, error);
  }
}

/**
 * Ends a relay whose authorization the token calls used or cancelled, by the authorization's own log: money moved, or its payer took it back.
 * Without a log nothing is said until its time is over, since a node may lack it for a while.
 */
async function endByLog(deps: Deps, relayer: Relayer, relay: RelayRow): Promise<void> {
  const fate = await relayer.authorizationFate(relay.fromAddress, relay.nonce);
  if (fate === "cancelled") return fail(deps, relay, "cancelled");
  if (fate === "used") return relay.rawTransaction === null ? fail(deps, relay, "alreadyPaid") : end(deps, relay, "mined");
  if (isExpired(deps, relay)) return fail(deps, relay, "expired");
  await touchRelay(deps.db, relay.id, deps.clock.now());
}

/**
 * Signs, stores, then sends. With an account nonce given, the new transaction replaces the relay's own one that is stuck there; what somebody
 * else offered at a nonce is no reason to offer more.
 */
async function prepareAndSend(deps: Deps, relayer: Relayer, relay: RelayRow, replacing: number | null = null): Promise<void> {
  const latest = await relayer.accountNonce("latest");
  const nonce = replacing !== null && replacing >= latest ? replacing : latest;
  const own = relay.accountNonce === nonce ? relay.maxFeePerGas : null;
  const fee = own === null ? {} : { maxFeePerGas: own, bump: true };
  try {
    const prepared = await relayer.prepare({ auth: authorizationOf(relay), nonce, ...fee });
    if (await store(deps, relay, nonce, prepared)) await relayer.send(prepared.rawTx);
  } catch (error) {
    await onSendFailure(deps, relayer, relay, error);
  }
}

/** Gives a relay up that the token refuses in a block younger than itself; in an older one it may not see yet what the payer has. */
async function refuse(deps: Deps, relay: RelayRow, reason: AuthorizationRefusal): Promise<void> {
  const head = await deps.chain.head();
  const isOlder = head.time.getTime() < Math.floor(relay.createdAt.getTime() / 1_000) * 1_000; // blocks tell whole seconds
  if (isOlder) return;
  const verdict = await deps.chain.simulateAuthorization(authorizationOf(relay), head.number);
  if (!verdict.ok) await fail(deps, relay, reason);
}

/**
 * A refusal ends the relay; a fee too low or an empty gas tank leaves it to the next step, which outbids or raises the alarm; one that offers
 * all that policy allows is sent again as it is.
 */
async function onSendFailure(deps: Deps, relayer: Relayer, relay: RelayRow, error: unknown): Promise<void> {
  if (error instanceof RelayRefused) return error.reason === "used" ? endByLog(deps, relayer, relay) : refuse(deps, relay, error.reason);
  if (error instanceof RelayFeeCapped) return resend(deps, relayer, relay);
  if (error instanceof RelayerOutOfGas) await hasGas(deps, relayer);
  else if (!(error instanceof RelayUnderpriced)) throw error;
}

async function store(deps: Deps, relay: RelayRow, accountNonce: number, prepared: PreparedRelay): Promise<boolean> {
  const now = deps.clock.now();
  const signed = { accountNonce, rawTransaction: prepared.rawTx, txHash: prepared.txHash, maxFeePerGas: prepared.maxFeePerGas };
  try {
    return await deps.db.transaction(async (tx) => {
      const merchantId = await findMerchantOfPayment(tx, relay.paymentId);
      const isPayable = merchantId !== null && (await holdPayableMerchant(tx, merchantId));
      const payment = await lockPayment(tx, relay.paymentId);
      if (payment?.status === "completed" || (await hasMatchedTransfer(tx, relay.paymentId))) {
        await failWithin(tx, relay, "alreadyPaid", now);
        return false;
      }
      // What was sent before is anybody's to carry; only what waits can be handed back.
      if (!isPayable && relay.status === "queued") {
        await failWithin(tx, relay, "merchant", now);
        return false;
      }
      const sent = await markSent(tx, relay, signed, now);
      if (!sent) return false;
      await insertPaymentEvent(tx, { paymentId: relay.paymentId, type: "relaySent", data: { txHash: prepared.txHash }, at: now });
      return true;
    });
  } catch (error) {
    if (violatedConstraint(error) === "relays_one_in_flight_key") return false;
    throw error;
  }
}

async function end(deps: Deps, relay: RelayRow, status: "mined"): Promise<void> {
  await deps.db.transaction((tx) => markRelayEnded(tx, relay, { status, now: deps.clock.now() }));
}

async function fail(deps: Deps, relay: RelayRow, failure: string): Promise<void> {
  await deps.db.transaction((tx) => failWithin(tx, relay, failure, deps.clock.now()));
}

async function failWithin(tx: Transaction, relay: RelayRow, failure: string, now: Date): Promise<void> {
  const failed = await markRelayEnded(tx, relay, { status: "failed", failure, now });
  if (failed) await insertPaymentEvent(tx, { paymentId: relay.paymentId, type: "relayFailed", data: { note: failure }, at: now });
}

/** A mined authorization of a payment that is still unpaid after a while may have been dropped by a reorganisation: then it is sent again. */
async function recheckMined(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  for (const relay of await listMinedUnpaid(deps.db, new Date(now.getTime() - quietMs), now)) {
    const hasReceipt = relay.txHash !== null && (await deps.chain.receipt(relay.txHash)) !== null;
    if (!hasReceipt && (await isSurelyUnused(deps, relay, relay.updatedAt)))
      await deps.db.transaction((tx) => requeueRelay(tx, relay, now));
    else await touchRelay(deps.db, relay.id, now);
  }
}

function isExpired(deps: Deps, relay: RelayRow): boolean {
  return relay.validBefore * 1_000 <= deps.clock.now().getTime();
}

function authorizationOf(relay: RelayRow): SignedTransferAuthorization {
  return {
    from: relay.fromAddress,
    to: relay.toAddress,
    usdcUnits: relay.usdcUnits,
    validAfter: BigInt(relay.validAfter),
    validBefore: BigInt(relay.validBefore),
    nonce: relay.nonce,
    signature: relay.signature,
  };
}
