import type { Transaction } from "@hearth/db/client";
import type { AuditAction } from "@hearth/domain/admin/audit-actions";
import type { CloseDisputeInput, CommentInput, UpdateDisputeInput } from "@hearth/domain/disputes/inputs";
import { atMostSentence, disputableCents, refusalToApprove, refusalToChange, refusalToReopen } from "@hearth/domain/disputes/rules";
import { cancelledByUser } from "@hearth/domain/disputes/status";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import { nothing, once } from "../../idempotency/once.ts";
import { sumFreelyReturned } from "../ledger/journal.repo.ts";
import { lockPayment } from "../ledger/payments.repo.ts";
import { addDocuments, nameUploads } from "./add-documents.ts";
import { tellAnswered, tellEnded } from "./dispute-notices.ts";
import { insertComment, insertDisputeEvent } from "./dispute-records.repo.ts";
import {
  type DisputeRow,
  holdIsClosed,
  type ListedDispute,
  lockDispute,
  markClosed,
  markReopened,
  markUpdated,
  type Viewer,
} from "./disputes.repo.ts";
import { getDispute, loadDispute } from "./disputes.service.ts";
import type { DisputeDetailView } from "./disputes.view.ts";
import { readAmounts, refuse, requireAmountWithin, type SignedInCall } from "./file-dispute.ts";

/** A change of a dispute: the actor, the idempotency procedure, and the work on the locked row. */
interface Change {
  viewer: Viewer;
  procedure: string;
  input: { disputeId: string; idempotencyKey?: string | undefined };
  /** True when the change depends on what can still be returned of the payment. The payment is then locked too. */
  readsMoney?: boolean;
  work(tx: Transaction, dispute: DisputeRow, found: ListedDispute): Promise<void>;
}

/** Cancels the payer's own open dispute: closes it as denied, by its user. */
export function cancelDispute(call: SignedInCall, input: { disputeId: string; idempotencyKey?: string | undefined }) {
  const viewer = { as: "payer", userId: call.actor.userId } as const;
  const outcome = { result: "denied", resultReason: cancelledByUser, chargebackCents: 0, returnedBeforeUnits: null } as const;
  const work: Change["work"] = (tx, dispute) => close(call, tx, dispute, outcome, "cancelled");
  return change(call, { viewer, procedure: "disputes.cancel", input, work });
}

/**
 * Decides an open dispute finally, by an administrator. An approval stores what was freely returned so far, so that only later returns
 * count towards it. @throws HearthError CHARGEBACK_TOO_LARGE; CONFLICT when an approval concerns a closed business.
 */
export function closeDispute(call: SignedInCall, input: CloseDisputeInput) {
  const viewer = { as: "admin", userId: call.actor.userId } as const;
  const { result, resultReason, chargebackAmount: chargebackCents = 0 } = input;
  const work: Change["work"] = async (tx, dispute, { payment }) => {
    refuse(refusalToChange(dispute));
    if (result === "chargedBack") refuse(refusalToApprove({ isBusinessClosed: await holdIsClosed(tx, dispute.merchantId) }));
    const { leftCents } = await readAmounts(tx, payment);
    const amounts = { amountCents: dispute.amountCents, leftCents };
    if (chargebackCents > disputableCents(amounts)) {
      const message = atMostSentence("chargeback", amounts);
      throw new HearthError("CHARGEBACK_TOO_LARGE", { message, fields: { chargebackAmount: message } });
    }
    const returnedBeforeUnits = result === "chargedBack" ? await sumFreelyReturned(tx, payment.id) : null;
    await close(call, tx, dispute, { result, resultReason, chargebackCents, returnedBeforeUnits }, "closed");
  };
  return change(call, { viewer, procedure: "disputes.close", input, readsMoney: true, work });
}

/**
 * Reopens a dispute that its payer cancelled, within the payment's 90 days, and then makes the accompanying changes. If those fail, the
 * dispute stays reopened and a warning is logged.
 */
export async function reopenDispute(call: SignedInCall, input: UpdateDisputeInput): Promise<DisputeDetailView> {
  const { disputeId, idempotencyKey, ...changes } = input;
  const viewer = { as: "payer", userId: call.actor.userId } as const;
  const work: Change["work"] = async (tx, dispute, { payment }) => {
    const now = call.deps.clock.now();
    const amounts = await readAmounts(tx, payment);
    const disputable = disputableCents(amounts);
    const isBusinessClosed = await holdIsClosed(tx, dispute.merchantId);
    refuse(refusalToReopen({ ...payment, disputableCents: disputable, isBusinessClosed }, dispute, now));
    // Refunds since the filing may have left less than was disputed. Then a smaller amount must come along.
    const isTooMuch = dispute.amountCents > disputable;
    if (isTooMuch) requireAmountWithin(changes.amount ?? dispute.amountCents, amounts);
    if (!(await markReopened(tx, dispute.id, { amountCents: isTooMuch ? changes.amount : undefined, now })))
      throw new HearthError("CONFLICT");
    await record(call, tx, dispute, "reopened", {});
  };
  const reopened = await change(call, { viewer, procedure: "disputes.reopen", input, readsMoney: true, work });
  if (Object.values(changes).every((value) => value === undefined)) return reopened;
  try {
    const key = idempotencyKey ?? call.idempotencyKey;
    return await updateDispute({ ...call, idempotencyKey: key && `${key}:changes` }, { disputeId, ...changes });
  } catch (error) {
    call.deps.log.warn({ err: error, dispute: reopened._id }, "A dispute was reopened, but its changes were not made");
    return reopened;
  }
}

/** Changes the payer's own open dispute and adds the call's documents. */
export function updateDispute(call: SignedInCall, input: UpdateDisputeInput): Promise<DisputeDetailView> {
  const viewer = { as: "payer", userId: call.actor.userId } as const;
  const { reason, amount: amountCents, description } = input;
  const work: Change["work"] = async (tx, dispute, { payment }) => {
    refuse(refusalToChange(dispute));
    // An unchanged amount is accepted: a form sends all its fields, and refunds since the filing may have left less.
    if (amountCents !== undefined && amountCents !== dispute.amountCents) requireAmountWithin(amountCents, await readAmounts(tx, payment));
    await addDocuments(call, tx, dispute.id);
    if (!(await markUpdated(tx, dispute.id, { reason, amountCents, description, now: call.deps.clock.now() })))
      throw new HearthError("CONFLICT");
    await record(call, tx, dispute, "updated", { ...(amountCents !== undefined && { amountCents }), documents: call.uploads.length });
  };
  return change(call, { viewer, procedure: "disputes.update", input, readsMoney: true, work });
}

/** Adds a response to an open dispute, by its payer, its merchant or an administrator. */
export function addComment(call: SignedInCall, as: "party" | "admin", input: CommentInput): Promise<DisputeDetailView> {
  const work: Change["work"] = async (tx, dispute) => {
    refuse(refusalToChange(dispute));
    const now = call.deps.clock.now();
    const commentId = await insertComment(tx, {
      disputeId: dispute.id,
      authorId: call.actor.userId,
      comment: input.comment,
      createdAt: now,
    });
    if (!(await markUpdated(tx, dispute.id, { now }))) throw new HearthError("CONFLICT");
    await record(call, tx, dispute, "responded", { commentId: publicId("comment", commentId) });
    await tellAnswered(tx, dispute, { commentId, authorId: call.actor.userId, now });
  };
  return change(call, {
    viewer: { as, userId: call.actor.userId },
    procedure: as === "admin" ? "disputes.commentForAdmin" : "disputes.comment",
    input,
    work,
  });
}

/** Finds and locks the dispute for the viewer, and makes the change once per key. Returns the resulting dispute. */
async function change(call: SignedInCall, { viewer, procedure, input, readsMoney = false, work }: Change): Promise<DisputeDetailView> {
  const { deps, actor } = call;
  const found = await getDispute(deps, viewer, input.disputeId);
  const { idempotencyKey: key = call.idempotencyKey, ...request } = input;
  const requestWithDocuments = { ...request, documents: nameUploads(call.uploads) };
  await deps.db.transaction((tx) =>
    once(tx, { scope: actor.userId, key, procedure, input: requestWithDocuments, answer: nothing, now: deps.clock.now() }, async () => {
      // Lock the payment before the dispute, the order of the settlement of refunds.
      if (readsMoney) await lockPayment(tx, found.payment.id);
      const dispute = await lockDispute(tx, found.dispute.id);
      if (!dispute) throw new HearthError("NOT_FOUND", { message: "Dispute not found" });
      await work(tx, dispute, found);
      return null;
    }),
  );
  return loadDispute(deps, viewer, publicId("dispute", found.dispute.id));
}

interface Outcome {
  result: "chargedBack" | "denied";
  resultReason: string;
  chargebackCents: number;
  returnedBeforeUnits: bigint | null;
}

async function close(
  call: SignedInCall,
  tx: Transaction,
  dispute: DisputeRow,
  { returnedBeforeUnits, ...outcome }: Outcome,
  type: "cancelled" | "closed",
): Promise<void> {
  refuse(refusalToChange(dispute));
  const now = call.deps.clock.now();
  const closed = await markClosed(tx, dispute.id, { ...outcome, returnedBeforeUnits, resolvedBy: call.actor.userId, now });
  if (!closed) throw new HearthError("CONFLICT");
  await record(call, tx, dispute, type, outcome);
  const { result, chargebackCents } = outcome;
  await tellEnded(tx, dispute, { outcome: type === "cancelled" ? "cancelled" : result, chargebackCents, now });
}

type Recorded = "cancelled" | "closed" | "reopened" | "updated" | "responded";

async function record(
  call: SignedInCall,
  tx: Transaction,
  { id: disputeId }: DisputeRow,
  type: Recorded,
  data: Record<string, string | number>,
): Promise<void> {
  const [at, actorId] = [call.deps.clock.now(), call.actor.userId];
  const action: AuditAction = `dispute.${type}`;
  await insertDisputeEvent(tx, { disputeId, type, actorId, data, at });
  await insertAuditEntry(tx, call, { at, actorId, action, subject: publicId("dispute", disputeId), data });
}
