import { mostTogether } from "@hearth/chain/authorization-batch";
import { type ScheduledPaymentTrouble, nextTry } from "@hearth/domain/autopay/scheduled-payments";
import type { Transaction } from "@hearth/db/client";
import type { Deps } from "../../deps.ts";
import { workThrough } from "../../jobs/work-list.ts";
import { insertPaymentEvent } from "../ledger/payment-events.repo.ts";
import { insertRelay } from "../ledger/relays.repo.ts";
import { holdPayableMerchants } from "../businesses/merchants.service.ts";
import { isPaymentOnCard } from "../businesses/payee-cards.ts";
import { assignToCharge, isOtherMoneyComing, type LeaseToPay } from "../rent/bills/bills.service.ts";
import { askToken } from "./ask-token.ts";
import { changeIfUnchanged } from "./change-ready.ts";
import { scheduledPaymentItem, dueBatch } from "./scheduled-payment-item.ts";
import { creditSubmitted } from "./credit-submitted.ts";
import {
  type ScheduledPaymentRow,
  findOutcome,
  isPayerActive,
  listDue,
  lockScheduledPayment,
  updateScheduledPayment,
} from "./scheduled-payments.repo.ts";
import { endScheduledPayment, skipCancelled, tellOfTrouble, voidScheduledPayment } from "./end-scheduled-payment.ts";
import { findArrived, findFate, hasRunOutUnspent } from "./find-fate.ts";
import { followScheduledPayment } from "./follow-scheduled-payment.ts";
import { type Judgement, judgeScheduledPayment } from "./judge-scheduled-payment.ts";
import { openPayment } from "./open-payment.ts";
import { readAuthorization } from "./signature.ts";

/** Delay before the next check when it only has to wait, for other money or for its charge. */
const waitMs = 60_000;

/** Thrown when the state changed during sending: nothing is sent, and it is checked again. */
class StateChanged extends Error {}

/** Thrown when the business's signed payee card does not name the payee: nothing is sent, and it is tried again. */
class PayeeNotOnCard extends Error {}

/**
 * Sends due scheduled payments, each as a payment of its own, and follows sent ones. Safe to run late, concurrently, or to be killed at any
 * line. The payment, its lease credit and its relay are inserted in one transaction. Throws ChainUnavailable. Returns the number processed.
 */
export async function sendScheduledPayments(deps: Deps): Promise<number> {
  const due = deps.clock.now();
  const { worked } = await workThrough(deps, {
    list: "send-scheduled-payment",
    ...dueBatch,
    next: (limit) => listDue(deps.db, { due, now: deps.clock.now(), limit }),
    itemOf: scheduledPaymentItem,
    work: async (scheduledPayment) => {
      await (scheduledPayment.status === "sent" ? followScheduledPayment(deps, scheduledPayment) : trySending(deps, scheduledPayment));
      return "done";
    },
  });
  return worked;
}

async function trySending(deps: Deps, scheduledPayment: ScheduledPaymentRow): Promise<void> {
  const judged = await judgeScheduledPayment(deps.db, scheduledPayment, deps.clock.now());
  const { lease, reason, chargeId } = judged;
  const outcome = scheduledPayment.paymentId === null ? null : await findOutcome(deps.db, scheduledPayment.paymentId);
  if (outcome?.status === "completed" || outcome?.hasMoney) return follow(deps, scheduledPayment);
  if (outcome?.status === "cancelled")
    return changeIfUnchanged(deps, scheduledPayment, (tx, current, now) => skipCancelled(tx, current, lease, now));
  // The money has arrived, whoever broadcast it, so it is credited even if the bill has changed.
  if ((await findArrived(deps.db, scheduledPayment)) !== null) return credit(deps, scheduledPayment, judged);
  if (reason !== null)
    return changeIfUnchanged(deps, scheduledPayment, (tx, current, now) => voidScheduledPayment(tx, current, { lease, reason }, now));
  if (scheduledPayment.validBefore * 1_000 <= deps.clock.now().getTime()) return endAfterGrace(deps, scheduledPayment, judged);
  if (chargeId === null || (await isOtherMoneyComing(deps.db, moneyFor(scheduledPayment, chargeId), at(deps))))
    return wait(deps, scheduledPayment);
  const [answer, isContract] = await Promise.all([
    askToken(deps, readAuthorization(deps, scheduledPayment)),
    deps.chain.hasCode(scheduledPayment.fromAddress),
  ]);
  if (answer === "later") return wait(deps, scheduledPayment);
  if (answer === "used") return endSpent(deps, scheduledPayment, judged);
  if (deps.relayer === null) return postpone(deps, scheduledPayment, lease, "relay");
  if (!(await isPayerActive(deps.db, scheduledPayment.payerId))) return postpone(deps, scheduledPayment, lease, "payer");
  if (lease.merchant.status !== "active") return postpone(deps, scheduledPayment, lease, "merchant");
  if (answer !== "fine") return postpone(deps, scheduledPayment, lease, answer);
  const relayerAddress = deps.relayer.address;
  try {
    await deps.db.transaction((tx) => send(deps, tx, scheduledPayment, { ...judged, chargeId, isContract, relayerAddress }));
  } catch (error) {
    if (error instanceof PayeeNotOnCard) return postpone(deps, scheduledPayment, lease, "merchant");
    if (!(error instanceof StateChanged)) throw error;
    await wait(deps, scheduledPayment);
  }
}

/** Follows a scheduled payment whose payment was or is being paid between two tries. */
function follow(deps: Deps, scheduledPayment: ScheduledPaymentRow): Promise<void> {
  return changeIfUnchanged(deps, scheduledPayment, (tx, current, now) =>
    updateScheduledPayment(tx, current.id, { status: "sent", nextLookAt: now, nextCheckAt: null }, now),
  );
}

/** Ends a scheduled payment with a spent nonce: cancelled by its payer, or mined without the relayer. Waits while no log shows which. */
async function endSpent(deps: Deps, scheduledPayment: ScheduledPaymentRow, judged: Judgement): Promise<void> {
  const { lease } = judged;
  if ((await findFate(deps, scheduledPayment)) !== "cancelled") return wait(deps, scheduledPayment);
  return changeIfUnchanged(deps, scheduledPayment, (tx, current, now) =>
    voidScheduledPayment(tx, current, { lease, reason: "cancelled" }, now),
  );
}

async function credit(deps: Deps, scheduledPayment: ScheduledPaymentRow, judged: Judgement): Promise<void> {
  if (!(await deps.db.transaction((tx) => creditSubmitted(deps, tx, scheduledPayment, judged)))) await wait(deps, scheduledPayment);
}

/** Ends a scheduled payment after its deadline, once the blocks up to it are read: it was never mined, or it is spent. */
async function endAfterGrace(deps: Deps, scheduledPayment: ScheduledPaymentRow, judged: Judgement): Promise<void> {
  const isUnspent = await hasRunOutUnspent(deps, scheduledPayment);
  if (isUnspent === null) return wait(deps, scheduledPayment);
  return isUnspent
    ? giveUp(deps, scheduledPayment, judged.lease, scheduledPayment.trouble ?? "expired")
    : endSpent(deps, scheduledPayment, judged);
}

const at = ({ network, clock }: Deps) => ({ chainId: network.chainId, now: clock.now() });
const moneyFor = ({ leaseId, paymentId }: ScheduledPaymentRow, chargeId: string) => ({ leaseId, chargeId, except: paymentId });

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
  scheduledPayment: ScheduledPaymentRow,
  { lease, chargeId, isContract, relayerAddress }: ToSend,
): Promise<void> {
  const now = deps.clock.now();
  const merchant = (await holdPayableMerchants(tx, [lease.merchant.id])).get(lease.merchant.id);
  const isPayable = merchant !== undefined && (await isPayerActive(tx, scheduledPayment.payerId));
  const { payeeId, toAddress: payeeAddress, createdAt } = scheduledPayment;
  if (isPayable && !(await isPaymentOnCard(deps, merchant, { payeeId, payeeAddress, createdAt }))) throw new PayeeNotOnCard();
  const paymentId = isPayable ? await openPayment(deps, tx, scheduledPayment, lease) : null;
  // Lock the payment before the scheduled payment, the order of opening a checkout, to avoid deadlocks.
  const current = paymentId === null ? null : await lockScheduledPayment(tx, scheduledPayment.id);
  if (paymentId === null || current?.status !== "ready" || current.paymentId !== scheduledPayment.paymentId) throw new StateChanged();
  const again = await judgeScheduledPayment(tx, current, now);
  if (again.reason !== null || again.chargeId !== chargeId) throw new StateChanged();
  if (await isOtherMoneyComing(tx, { ...moneyFor(current, chargeId), except: paymentId }, at(deps))) throw new StateChanged();
  await assignToCharge(tx, { leaseId: current.leaseId, chargeId, paymentId, payerId: current.payerId }, now);
  const { from, to, ...authorization } = readAuthorization(deps, current);
  const relay = await insertRelay(tx, {
    ...authorization,
    validAfter: current.validAfter,
    validBefore: current.validBefore,
    fromAddress: from,
    toAddress: to,
    chainId: current.chainId,
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
  await updateScheduledPayment(tx, current.id, { status: "sent", paymentId, trouble: null, ...next }, now);
}

function wait(deps: Deps, scheduledPayment: ScheduledPaymentRow): Promise<void> {
  return changeIfUnchanged(deps, scheduledPayment, (tx, current, now) =>
    updateScheduledPayment(tx, current.id, { nextLookAt: new Date(now.getTime() + waitMs) }, now),
  );
}

/** Notifies the payer once of the trouble, and retries while there is time. */
async function postpone(
  deps: Deps,
  scheduledPayment: ScheduledPaymentRow,
  lease: LeaseToPay,
  trouble: ScheduledPaymentTrouble,
): Promise<void> {
  const next = nextTry(deps.clock.now(), scheduledPayment);
  if (next === null) return wait(deps, scheduledPayment);
  return changeIfUnchanged(deps, scheduledPayment, async (tx, current, now) => {
    await updateScheduledPayment(tx, current.id, { trouble, nextLookAt: next }, now);
    await tellOfTrouble(tx, current, { lease, trouble, stage: "trying" }, now);
  });
}

function giveUp(deps: Deps, scheduledPayment: ScheduledPaymentRow, lease: LeaseToPay, trouble: ScheduledPaymentTrouble): Promise<void> {
  return changeIfUnchanged(deps, scheduledPayment, async (tx, current, now) => {
    await endScheduledPayment(tx, current, { status: "failed", trouble }, now);
    await tellOfTrouble(tx, current, { lease, trouble, stage: "over" }, now);
  });
}
