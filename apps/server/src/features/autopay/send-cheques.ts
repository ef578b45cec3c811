import { mostTogether } from "@hearth/chain/authorization-batch";
import { type ChequeTrouble, nextTry } from "@hearth/domain/autopay/cheques";
import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../deps.ts";
import { workThrough } from "../../jobs/work-list.ts";
import { insertPaymentEvent } from "../ledger/payment-events.repo.ts";
import { insertRelay } from "../ledger/relays.repo.ts";
import { holdPayableMerchant } from "../merchants/merchants.service.ts";
import { assignToCharge, isOtherMoneyComing, type LeaseToPay } from "../rent/bills/bills.service.ts";
import { askToken } from "./ask-token.ts";
import { changeIfUnchanged } from "./change-ready.ts";
import { chequeItem, dueBatch } from "./cheque-item.ts";
import { creditSubmitted } from "./credit-submitted.ts";
import { type ChequeRow, findOutcome, listDue, lockCheque, updateCheque } from "./cheques.repo.ts";
import { endCheque, skipCancelled, tellOfTrouble, voidCheque } from "./end-cheque.ts";
import { findArrived, findFate, hasRunOutUnspent } from "./find-fate.ts";
import { followCheque } from "./follow-cheque.ts";
import { type Judgement, judgeCheque } from "./judge-cheque.ts";
import { openPayment } from "./open-payment.ts";
import { readAuthorization } from "./signature.ts";

/** Delay before the next check when it only has to wait, for other money or for its charge. */
const waitMs = 60_000;

/** Thrown when the state changed during sending: nothing is sent, and it is checked again. */
class StateChanged extends Error {}

/**
 * Sends due scheduled payments, each as a payment of its own, and follows sent ones. Safe to run late, concurrently, or to be killed at any
 * line. The payment, its lease credit and its relay are inserted in one transaction. Throws ChainUnavailable. Returns the number processed.
 */
export async function sendCheques(deps: Deps): Promise<number> {
  const due = deps.clock.now();
  const { worked } = await workThrough(deps, {
    list: "send-cheque",
    ...dueBatch,
    next: (limit) => listDue(deps.db, { due, now: deps.clock.now(), limit }),
    itemOf: chequeItem,
    work: async (cheque) => {
      await (cheque.status === "sent" ? followCheque(deps, cheque) : trySending(deps, cheque));
      return "done";
    },
  });
  return worked;
}

async function trySending(deps: Deps, cheque: ChequeRow): Promise<void> {
  const judged = await judgeCheque(deps.db, cheque, deps.clock.now());
  const { lease, reason, chargeId } = judged;
  const outcome = cheque.paymentId === null ? null : await findOutcome(deps.db, cheque.paymentId);
  if (outcome?.status === "completed" || outcome?.hasMoney) return follow(deps, cheque);
  if (outcome?.status === "cancelled") return changeIfUnchanged(deps, cheque, (tx, held, now) => skipCancelled(tx, held, lease, now));
  // The money has arrived, whoever broadcast it, so it is credited even if the bill has changed.
  if ((await findArrived(deps.db, cheque)) !== null) return credit(deps, cheque, judged);
  if (reason !== null) return changeIfUnchanged(deps, cheque, (tx, held, now) => voidCheque(tx, held, { lease, reason }, now));
  if (cheque.validBefore * 1_000 <= deps.clock.now().getTime()) return endAfterGrace(deps, cheque, judged);
  if (chargeId === null || (await isOtherMoneyComing(deps.db, moneyFor(cheque, chargeId), at(deps)))) return wait(deps, cheque);
  const [answer, isContract] = await Promise.all([askToken(deps, readAuthorization(deps, cheque)), deps.chain.hasCode(cheque.fromAddress)]);
  if (answer === "later") return wait(deps, cheque);
  if (answer === "used") return endSpent(deps, cheque, judged);
  if (deps.relayer === null) return postpone(deps, cheque, lease, "relay");
  if (lease.merchant.status !== "active") return postpone(deps, cheque, lease, "merchant");
  if (answer !== "fine") return postpone(deps, cheque, lease, answer);
  const relayerAddress = deps.relayer.address;
  try {
    await deps.db.transaction((tx) => send(deps, tx, cheque, { ...judged, chargeId, isContract, relayerAddress }));
  } catch (error) {
    if (!(error instanceof StateChanged)) throw error;
    await wait(deps, cheque);
  }
}

/** Follows a scheduled payment whose payment was or is being paid between two tries. */
function follow(deps: Deps, cheque: ChequeRow): Promise<void> {
  return changeIfUnchanged(deps, cheque, (tx, held, now) =>
    updateCheque(tx, held.id, { status: "sent", nextLookAt: now, nextCheckAt: null }, now),
  );
}

/** Ends a scheduled payment with a spent nonce: cancelled by its payer, or mined without the relayer. Waits while no log shows which. */
async function endSpent(deps: Deps, cheque: ChequeRow, judged: Judgement): Promise<void> {
  const { lease } = judged;
  if ((await findFate(deps, cheque)) !== "cancelled") return wait(deps, cheque);
  return changeIfUnchanged(deps, cheque, (tx, held, now) => voidCheque(tx, held, { lease, reason: "cancelled" }, now));
}

async function credit(deps: Deps, cheque: ChequeRow, judged: Judgement): Promise<void> {
  if (!(await deps.db.transaction((tx) => creditSubmitted(deps, tx, cheque, judged)))) await wait(deps, cheque);
}

/** Ends a scheduled payment after its deadline, once the blocks up to it are read: it was never mined, or it is spent. */
async function endAfterGrace(deps: Deps, cheque: ChequeRow, judged: Judgement): Promise<void> {
  const isUnspent = await hasRunOutUnspent(deps, cheque);
  if (isUnspent === null) return wait(deps, cheque);
  return isUnspent ? giveUp(deps, cheque, judged.lease, cheque.trouble ?? "expired") : endSpent(deps, cheque, judged);
}

const at = ({ network, clock }: Deps) => ({ chainId: network.chainId, now: clock.now() });
const moneyFor = ({ leaseId, paymentId }: ChequeRow, chargeId: string) => ({ leaseId, chargeId, except: paymentId });

/** Facts found before the transaction, which makes no calls to the chain. */
interface ToSend extends Judgement {
  chargeId: string;
  isContract: boolean;
  relayerAddress: `0x${string}`;
}

/** Opens the payment of a scheduled payment, or takes the earlier one, and queues the signature for the relayer. */
async function send(
  deps: Deps,
  tx: Transaction,
  cheque: ChequeRow,
  { lease, chargeId, isContract, relayerAddress }: ToSend,
): Promise<void> {
  const now = deps.clock.now();
  const isPayable = await holdPayableMerchant(tx, lease.merchant.id);
  const paymentId = isPayable ? await openPayment(deps, tx, cheque, lease) : null;
  // Lock the payment before the scheduled payment, the order of opening a checkout, to avoid deadlocks.
  const held = paymentId === null ? null : await lockCheque(tx, cheque.id);
  if (paymentId === null || held?.status !== "ready" || held.paymentId !== cheque.paymentId) throw new StateChanged();
  const again = await judgeCheque(tx, held, now);
  if (again.reason !== null || again.chargeId !== chargeId) throw new StateChanged();
  if (await isOtherMoneyComing(tx, { ...moneyFor(held, chargeId), except: paymentId }, at(deps))) throw new StateChanged();
  await assignToCharge(tx, { leaseId: held.leaseId, chargeId, paymentId, payerId: held.payerId }, now);
  const { from, to, ...authorization } = readAuthorization(deps, held);
  const relay = await insertRelay(tx, {
    ...authorization,
    validAfter: held.validAfter,
    validBefore: held.validBefore,
    fromAddress: from,
    toAddress: to,
    chainId: held.chainId,
    relayerAddress,
    mostTogether: isContract ? mostTogether.contracts : mostTogether.keys,
    paymentId,
    topUpId: null,
    createdAt: now,
    updatedAt: now,
  });
  if (relay === null) throw new StateChanged();
  await insertPaymentEvent(tx, { paymentId, type: "authorizationReceived", at: now });
  const next = { nextLookAt: new Date(now.getTime() + waitMs), nextCheckAt: null };
  await updateCheque(tx, held.id, { status: "sent", paymentId, trouble: null, ...next }, now);
}

function wait(deps: Deps, cheque: ChequeRow): Promise<void> {
  return changeIfUnchanged(deps, cheque, (tx, held, now) =>
    updateCheque(tx, held.id, { nextLookAt: new Date(now.getTime() + waitMs) }, now),
  );
}

/** Notifies the payer once of the trouble, and retries while there is time. */
async function postpone(deps: Deps, cheque: ChequeRow, lease: LeaseToPay, trouble: ChequeTrouble): Promise<void> {
  const next = nextTry(deps.clock.now(), cheque);
  if (next === null) return wait(deps, cheque);
  return changeIfUnchanged(deps, cheque, async (tx, held, now) => {
    await updateCheque(tx, held.id, { trouble, nextLookAt: next }, now);
    await tellOfTrouble(tx, held, { lease, trouble, stage: "trying" }, now);
  });
}

function giveUp(deps: Deps, cheque: ChequeRow, lease: LeaseToPay, trouble: ChequeTrouble): Promise<void> {
  return changeIfUnchanged(deps, cheque, async (tx, held, now) => {
    await endCheque(tx, held, { status: "failed", trouble }, now);
    await tellOfTrouble(tx, held, { lease, trouble, stage: "over" }, now);
  });
}
