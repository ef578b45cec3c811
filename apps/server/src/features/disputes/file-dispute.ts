import { randomBytes } from "node:crypto";
import type { Transaction } from "@hearth/db/client";
import type { FileDisputeInput, FileForPayerInput } from "@hearth/domain/disputes/inputs";
import { type AmountAndLeft, atMostSentence, disputableCents, type DisputeRefusal, refusalToFile } from "@hearth/domain/disputes/rules";
import { HearthError } from "@hearth/domain/errors";
import { humanCode, parsePublicId, publicId } from "@hearth/domain/ids";
import { leftToRefundCents } from "@hearth/domain/refunds/rules";
import { z } from "zod";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import { once } from "../../idempotency/once.ts";
import type { Actor, Context } from "../../trpc/context.ts";
import { sumPayment } from "../ledger/journal.repo.ts";
import { addDocuments, nameUploads } from "./add-documents.ts";
import { tellFiled } from "./dispute-notices.ts";
import { insertDisputeEvent } from "./dispute-records.repo.ts";
import { type DisputeRow, holdIsClosed, insertDispute, listDisputesOfPayment, lockPaymentToDispute, type Viewer } from "./disputes.repo.ts";
import { loadDispute } from "./disputes.service.ts";
import type { DisputeDetailView } from "./disputes.view.ts";

/** A call of a signed-in account. */
export type SignedInCall = Context & { actor: Actor };

interface Filing {
  paymentId: string;
  /** The required payer; null for administrators, who file for anybody. */
  consumerId: string | null;
  reason: string;
  amountCents: number;
  description: string | null;
  notes: string | null;
}

/** Files a payer's dispute about an own payment, with the call's documents. */
export async function fileDispute(call: SignedInCall, input: FileDisputeInput): Promise<DisputeDetailView> {
  const { idempotencyKey = call.idempotencyKey, ...request } = input;
  const { paymentId, reason, amount: amountCents, description = null } = request;
  const filing = { paymentId, consumerId: call.actor.userId, reason, amountCents, description, notes: null };
  return file(
    call,
    filing,
    { procedure: "disputes.file", key: idempotencyKey, input: request },
    { as: "payer", userId: call.actor.userId },
  );
}

/** Files a dispute for a payer, by an administrator. */
export async function fileForPayer(call: SignedInCall, input: FileForPayerInput): Promise<DisputeDetailView> {
  const { idempotencyKey = call.idempotencyKey, ...request } = input;
  const { transactionId: paymentId, reason, amount: amountCents, notes = null } = request;
  const filing = { paymentId, consumerId: null, reason, amountCents, description: null, notes };
  const viewer = { as: "admin", userId: call.actor.userId } as const;
  return file(call, filing, { procedure: "disputes.fileForPayer", key: idempotencyKey, input: request }, viewer);
}

/** The stored answer of a filing: only the id, because the dispute may have changed before a repetition. */
const filedDispute = z.strictObject({ disputeId: z.string() });

async function file(
  call: SignedInCall,
  filing: Filing,
  request: { procedure: string; key: string | null; input: object },
  viewer: Viewer,
): Promise<DisputeDetailView> {
  const { deps, actor } = call;
  const input = { ...request.input, documents: nameUploads(call.uploads) };
  const { disputeId } = await deps.db.transaction((tx) =>
    once(tx, { ...request, input, answer: filedDispute, scope: actor.userId, now: deps.clock.now() }, async () => {
      const dispute = await open(call, tx, filing);
      return { disputeId: publicId("dispute", dispute.id) };
    }),
  );
  return loadDispute(deps, viewer, disputeId);
}

async function open(call: SignedInCall, tx: Transaction, filing: Filing): Promise<DisputeRow> {
  const now = call.deps.clock.now();
  const id = parsePublicId("payment", filing.paymentId);
  const payment = id && (await lockPaymentToDispute(tx, id, filing.consumerId));
  if (!payment) throw new HearthError("NOT_FOUND", { message: filing.consumerId === null ? "Transaction not found" : "Payment not found" });
  const amounts = await readAmounts(tx, payment);
  const isBusinessClosed = await holdIsClosed(tx, payment.merchantId);
  const disputable = { ...payment, disputableCents: disputableCents(amounts), isBusinessClosed };
  refuse(refusalToFile(disputable, await listDisputesOfPayment(tx, payment.id), now));
  requireAmountWithin(filing.amountCents, amounts);
  const { reason, amountCents, description, notes } = filing;
  const dispute = await insertWithCode(tx, {
    paymentId: payment.id,
    merchantId: payment.merchantId,
    reason,
    amountCents,
    description,
    notes,
    createdAt: now,
    updatedAt: now,
  });
  await addDocuments(call, tx, dispute.id);
  const data = { amountCents, documents: call.uploads.length };
  await insertDisputeEvent(tx, { disputeId: dispute.id, type: "filed", actorId: call.actor.userId, data, at: now });
  const subject = publicId("dispute", dispute.id);
  await insertAuditEntry(tx, call, { at: now, actorId: call.actor.userId, action: "dispute.filed", subject, data });
  await tellFiled(tx, dispute, now);
  return dispute;
}

/** A code collision happens once in billions of times; then another code is drawn. The payment is locked, so no other filing can run. */
async function insertWithCode(tx: Transaction, values: Omit<Parameters<typeof insertDispute>[1], "code">): Promise<DisputeRow> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const dispute = await insertDispute(tx, { ...values, code: humanCode(randomBytes(8)) });
    if (dispute) return dispute;
  }
  throw new HearthError("DISPUTE_ALREADY_OPEN");
}

/** Throws a rule's refusal as an error; does nothing for null. */
export function refuse(refusal: DisputeRefusal | null): void {
  if (refusal) throw new HearthError(refusal.code, { message: refusal.message });
}

/** Reads a payment's amount and what can still be returned of it. Requires the payment's lock, so that no refund is counted meanwhile. */
export async function readAmounts(tx: Transaction, payment: { id: string; amountCents: number }): Promise<AmountAndLeft> {
  return { amountCents: payment.amountCents, leftCents: leftToRefundCents(await sumPayment(tx, payment.id), []) };
}

/** @throws HearthError DISPUTE_AMOUNT_TOO_LARGE above the paid amount or what can still be returned. */
export function requireAmountWithin(amountCents: number, amounts: AmountAndLeft): void {
  if (amountCents <= disputableCents(amounts)) return;
  const message = atMostSentence("disputed amount", amounts);
  throw new HearthError("DISPUTE_AMOUNT_TOO_LARGE", { message, fields: { amount: message } });
}
