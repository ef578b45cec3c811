import { refunds } from "@hearth/db/schema/refunds";
import { transfers } from "@hearth/db/schema/transfers";
import { makeAddress } from "@hearth/db/testing/factories";
import { makeRefundDestination, type RefundRow } from "@hearth/db/testing/payment-factories";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { wireAmount } from "@hearth/domain/money";
import { and, eq, isNull, sql } from "drizzle-orm";
import { expect } from "vitest";
import { attachTransfer } from "../features/payments/unmatched/attach-transfer.ts";
import { cancelRefund, refundDispute, refundPayment } from "../features/refunds/refunds.service.ts";
import { sendBackTransfer } from "../features/refunds/send-back.service.ts";
import { cent, type Log } from "./ledger-model.ts";
import type { ModelTransaction } from "./model-chain.ts";
import { hundredthsOf, type Step } from "./settlement-steps.ts";
import { origin, type Scene } from "./settlement-world.ts";

const reason = "The heating did not work";

/** Begins a refund of a payment, voluntary or for its approved dispute, or expects it to be refused by the rules. */
export async function beginRefund(scene: Scene, { payment, share, isOfDispute }: Extract<Step, { kind: "begin" }>): Promise<void> {
  const { row } = scene.payment(payment);
  const isOpen = scene.model.refunds.some(({ payment: of }, index) => of === payment && scene.model.isOpen(index));
  if (scene.model.credited(payment) === 0n || scene.model.refunds.length > 3 || isOpen) return;
  const found = isOfDispute ? scene.model.disputes.findIndex((one, index) => one.payment === payment && scene.model.owed(index) > 0) : -1;
  const dispute = found < 0 ? null : found;
  const amountCents = dispute === null ? Math.max(1, hundredthsOf(row.amountCents, share)) : scene.model.owed(dispute);
  const call =
    dispute === null
      ? refundPayment(scene.deps, scene.refunder, { paymentId: publicId("payment", row.id), amountCents }, null)
      : refundDispute(scene.deps, scene.refunder, publicId("dispute", scene.model.disputes[dispute]?.id ?? ""), null);
  const to = scene.model.destination(payment);
  if (amountCents > scene.model.leftCents(payment)) return refused(call, "can still be refunded");
  if (to === null) return refused(call, "REFUND_DESTINATION_UNKNOWN");
  if (scene.setting.isAtExchange) return refused(call, "REFUND_WALLET_NEEDED");
  const refund = await refundOf(scene, (await call).binding);
  expect(`A refund of ${refund.usdcUnits} goes to ${refund.toAddress}`).toBe(`A refund of ${BigInt(amountCents) * cent} goes to ${to}`);
  const isNamed = scene.payment(payment).named !== null;
  scene.model.refunds.push({ row: refund, payment, source: null, dispute, isNamed, isGivenUp: false });
}

/** Expects a call to fail with a sentence or a code. */
async function refused(call: Promise<unknown>, why: string): Promise<void> {
  const answer = await call.then(
    () => "was done",
    (error: unknown) => (error instanceof HearthError ? `${error.code} ${error.message}` : String(error)),
  );
  expect(answer).toContain(why);
}

async function refundOf(scene: Scene, binding: string): Promise<RefundRow> {
  const [row] = await scene.deps.db
    .select()
    .from(refunds)
    .where(eq(sql`lower(${refunds.binding})`, binding.toLowerCase()));
  if (!row) throw new Error("The refund was not kept");
  return row;
}

export async function nameWallet(scene: Scene, payment: number): Promise<void> {
  const known = scene.payment(payment);
  if (known.named !== null) return;
  const address = makeAddress("named", scene.world.next());
  await makeRefundDestination(scene.deps.db, { paymentId: known.row.id, payerId: scene.payerOf(payment).id, address });
  known.named = address;
}

/** Begins to send back a transfer that belongs to no payment. A repeated call returns the begun one, and a sent one is refused. */
export async function sendBack(scene: Scene, place: number): Promise<void> {
  const odd = scene.model.chain.filter(({ verdict }) => verdict !== null && verdict !== "matched" && verdict !== "part");
  const log = odd[place % Math.max(1, odd.length)];
  if (!log || scene.model.refunds.length > 3 || log.observed.blockNumber >= scene.model.head) return;
  const { key } = log;
  const begin = async () => sendBackTransfer(scene.deps, scene.refunder, publicId("transfer", await idOf(scene, log)), null);
  const isOfThis = (refund: number | null) => refund !== null && scene.model.refunds[refund]?.source === key;
  const isOnItsWay = scene.model.chain.some(({ refund, isCounted }) => !isCounted && isOfThis(refund));
  if (scene.model.refunds.some((_, index) => isOfThis(index) && scene.model.isOpen(index))) return void (await begin());
  if (isOnItsWay) return refused(begin(), "It was already sent");
  if (scene.model.returnableUnits(key) === 0n) return refused(begin(), "Nothing of this transfer is left");
  if (scene.setting.isAtExchange) return refused(begin(), "REFUND_WALLET_NEEDED");
  const row = await refundOf(scene, (await begin()).binding);
  expect(row).toMatchObject({ usdcUnits: scene.model.returnableUnits(key), toAddress: log.observed.from });
  scene.model.refunds.push({ row, payment: null, source: key, dispute: null, isNamed: false, isGivenUp: false });
  scene.model.align();
}

async function idOf(scene: Scene, { observed: { txHash, logIndex } }: Log): Promise<string> {
  const [transfer] = await scene.deps.db
    .select({ id: transfers.id })
    .from(transfers)
    .where(and(eq(transfers.txHash, txHash), eq(transfers.logIndex, logIndex), isNull(transfers.reorgedAt)));
  return transfer?.id ?? "";
}

export async function cancel(scene: Scene, index: number): Promise<void> {
  const refund = scene.model.refunds[index];
  if (!refund || !scene.model.isOpen(index)) return;
  await cancelRefund(scene.deps, scene.refunder, publicId("refund", refund.row.id));
  scene.hasDecided = true;
  scene.model.giveUp(index);
}

/** An administrator assigns unmatched money to a payment, whatever its amount. */
export async function attach(scene: Scene, payment: number): Promise<void> {
  const isNobodys = ({ verdict, payment: of, orderFor, ownWalletFor, observed }: Log) =>
    verdict === "unmatched" && of === null && orderFor === undefined && ownWalletFor === undefined && observed.binding === null;
  const log = scene.model.chain.find(isNobodys);
  if (!log || scene.model.paidBy(payment)) return;
  const decision = {
    transferId: await idOf(scene, log),
    paymentId: scene.payment(payment).row.id,
    actor: scene.refunder.actor,
    origin,
    reason: "It is theirs",
    merchantId: null,
  };
  const attached = scene.deps.db.transaction((tx) => attachTransfer(scene.deps, tx, decision));
  if (scene.model.isBeingReturned(log)) return refused(attached, "is being sent back");
  await attached;
  scene.hasDecided = true;
  scene.model.name(log, payment, "person");
}

export async function file(scene: Scene, payment: number, share: number): Promise<void> {
  if (scene.model.credited(payment) === 0n || scene.model.disputes.some((one) => one.payment === payment)) return;
  const { row } = scene.payment(payment);
  const amountCents = hundredthsOf(row.amountCents, share);
  const payer = scene.world.harness.caller(scene.actor(row.consumerId, "user")).disputes;
  const call = payer.file({ paymentId: publicId("payment", row.id), reason, amount: `${wireAmount(amountCents)}` });
  const refundableCents = scene.model.leftCents(payment);
  if (refundableCents === 0) return refused(call, "already been refunded");
  if (amountCents > refundableCents) return refused(call, "can be at most");
  scene.model.disputes.push({
    id: parsePublicId("dispute", (await call)._id) ?? "",
    payment,
    amountCents,
    chargebackCents: null,
    freeBefore: 0n,
  });
}

export async function decide(scene: Scene, index: number, share: number): Promise<void> {
  const dispute = scene.model.disputes[index % Math.max(1, scene.model.disputes.length)];
  if (!dispute || dispute.chargebackCents !== null) return;
  const { payment, id } = dispute;
  const chargebackCents = hundredthsOf(dispute.amountCents, share);
  const admin = scene.world.harness.caller(scene.actor(scene.landlord.ownerId, "admin")).disputes;
  const result = chargebackCents === 0 ? ("denied" as const) : ("chargedBack" as const);
  const chargebackAmount = `${wireAmount(chargebackCents)}`;
  const call = admin.close({
    disputeId: publicId("dispute", id),
    result,
    resultReason: "The records show it",
    ...(chargebackCents > 0 && { chargebackAmount }),
  });
  if (chargebackCents > scene.model.leftCents(payment)) return refused(call, "can be at most");
  await call;
  Object.assign(dispute, { chargebackCents, freeBefore: scene.model.freelyReturned(payment) });
}

/** The landlord assigns the payment without a lease to the payer's lease, or removes it again. */
export async function place(scene: Scene, isHere: boolean): Promise<void> {
  const payment = scene.payment(1);
  const wasDecided = scene.model.disputes.some((one) => one.payment === 1 && one.chargebackCents !== null);
  if ((payment.lease !== null) === isHere || scene.model.credited(1) === 0n || scene.model.arrivedCents(1) === 0 || wasDecided) return;
  const landlord = scene.world.harness.caller(scene.actor(scene.landlord.ownerId, "merchant")).rent;
  await landlord.setPaymentLease({
    paymentId: publicId("payment", payment.row.id),
    leaseId: isHere ? publicId("lease", scene.leaseId) : null,
  });
  Object.assign(payment, { lease: isHere ? 0 : null, countsShort: isHere && scene.setting.acceptsParts });
}

/** The payer signs an authorization for the relayer. Nothing happens where the product refuses it. */
export async function authorize(scene: Scene, index: number): Promise<void> {
  const { row } = scene.payment(index);
  if (scene.deps.relayer === null) return;
  const window = { validAfter: 0, validBefore: Math.floor(row.expiresAt.getTime() / 1_000) + 120 };
  const signed = { reference: row.reference, from: scene.payerOf(index).wallet, ...window, signature: `0x${"1".repeat(130)}` as const };
  await scene.world.harness
    .caller(null)
    .payments.authorize(signed)
    .then(
      () => (scene.hasRelays = scene.hasDecided = true),
      () => {},
    );
}

/** Switches the relayer to another key or to none, or drops the node's pending transactions. */
export function changeRelayer({ world, deps }: Scene, change: Extract<Step, { kind: "relayer" }>["change"]): void {
  if (change === "forget") return world.chain.forgetPool();
  deps.relayer = change === "noKey" ? null : world.chain.relayer(makeAddress("relayer", world.next()));
}

/** Makes counting a payment fail until it is healed. */
export async function poison(scene: Scene, index: number): Promise<void> {
  const payment = scene.payment(index);
  if (payment.isPoisoned) return;
  payment.isPoisoned = true;
  await scene.deps.db.execute(sql`insert into poisoned values (${payment.row.id})`);
}

/**
 * Reorganises the newest blocks. Their transactions come again in other blocks, or not at all. In a transaction with several transfers one may now fail, and
 * all log indexes are lower or higher than before.
 */
export function reorganise(scene: Scene, { depth, isAgain, shift, drop }: Extract<Step, { kind: "reorganise" }>): void {
  const { chain } = scene.world;
  const removedBlocks = chain.cut(Math.min(depth, Number(chain.head.number - scene.start)));
  for (const { transactions } of removedBlocks) {
    const again = transactions.map((transaction): ModelTransaction => {
      const { moves, firstIndex } = transaction;
      const remainingMoves = moves.length > 1 ? moves.filter((_, index) => index !== drop) : moves;
      return { ...transaction, moves: remainingMoves, firstIndex: Math.max(0, firstIndex + shift) };
    });
    scene.mineAll(isAgain ? again : []);
  }
  if (removedBlocks.length > 0) scene.mineAll([]);
}
