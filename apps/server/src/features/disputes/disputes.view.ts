import { documentTypes } from "@hearth/domain/disputes/documents";
import { disputableCents, disputeEventTypes } from "@hearth/domain/disputes/rules";
import { disputeResults, disputeStatuses } from "@hearth/domain/disputes/status";
import type { Role } from "@hearth/domain/auth/roles";
import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { wireAmount } from "@hearth/domain/money";
import { paymentStatuses } from "@hearth/domain/payments/status";
import { z } from "zod";
import { refundStatusView, viewRefundStatus } from "../refunds/refund-status.ts";
import type { DisputeEventRow } from "./dispute-records.repo.ts";
import type { ListedDispute } from "./disputes.repo.ts";

const isoTime = z.iso.datetime();

/** A person in a dispute with their role in it: the payer is a user, the payment's merchant a merchant. */
const personView = z.strictObject({ firstName: z.string(), lastName: z.string(), role: z.enum(["user", "merchant", "admin"]) });

const documentView = z.strictObject({
  _id: z.string(),
  originalName: z.string(),
  /** Path of the authenticated download. */
  path: z.string(),
  type: z.enum(documentTypes),
  sizeBytes: z.number().int(),
  addedAt: isoTime,
});

const commentView = z.strictObject({ _id: z.string(), comment: z.string(), addedBy: personView, addedAt: isoTime });

/** A dispute in the documented wire format, the same for its payer, its merchant and administrators. */
export const disputeView = z.strictObject({
  _id: z.string(),
  /** The short code for people. */
  disputeId: z.string(),
  userId: z.strictObject({
    _id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phoneNumber: z.string().nullable(),
  }),
  merchantId: z.strictObject({ _id: z.string(), name: z.string(), businessType: z.enum(businessTypes) }),
  paymentId: z.strictObject({
    _id: z.string(),
    amount: z.number(),
    createdAt: isoTime,
    description: z.string(),
    status: z.enum(paymentStatuses),
    /** Largest amount that can be disputed now, in dollars: what can still be returned. */
    disputable: z.number(),
    transactionHash: z.string().nullable(),
  }),
  /** True if the business has closed: the dispute can only be denied. */
  businessClosed: z.boolean(),
  reason: z.string(),
  description: z.string().nullable(),
  notes: z.string().nullable(),
  amount: z.number(),
  status: z.enum(disputeStatuses),
  createdAt: isoTime,
  updatedAt: isoTime,
  /** IANA zone in which its times are shown: that of its payment. */
  timeZone: z.string(),
  documents: documentView.array(),
  comments: commentView.array(),
  resolution: z
    .strictObject({
      result: z.enum(disputeResults),
      resultReason: z.string(),
      chargebackAmount: z.number(),
      resolvedAt: isoTime.nullable(),
    })
    .nullable(),
  /** State of the approved money. */
  refund: refundStatusView.nullable(),
});
export type DisputeView = z.infer<typeof disputeView>;

export const disputeDetailView = disputeView.extend({
  timeline: z.strictObject({ type: z.enum(disputeEventTypes), at: isoTime, by: personView.nullable() }).array(),
});
export type DisputeDetailView = z.infer<typeof disputeDetailView>;

export const disputePageView = z.strictObject({ items: disputeView.array(), nextCursor: z.string().nullable() });

export function toDisputeView(row: ListedDispute): DisputeView {
  const { dispute, payment, payer, merchant, txHash, documents, comments } = row;
  const id = publicId("dispute", dispute.id);
  return {
    _id: id,
    disputeId: dispute.code,
    userId: {
      _id: publicId("user", payer.id),
      firstName: payer.firstName,
      lastName: payer.lastName,
      email: payer.email,
      phoneNumber: payer.phoneNumber,
    },
    merchantId: { _id: publicId("merchant", merchant.id), name: merchant.name, businessType: merchant.businessType },
    paymentId: {
      _id: publicId("payment", payment.id),
      amount: wireAmount(payment.amountCents),
      createdAt: payment.createdAt.toISOString(),
      description: payment.description,
      status: payment.status,
      disputable: wireAmount(disputableCents({ amountCents: payment.amountCents, leftCents: row.leftCents })),
      transactionHash: txHash,
    },
    businessClosed: merchant.closedAt !== null,
    reason: dispute.reason,
    description: dispute.description,
    notes: dispute.notes,
    amount: wireAmount(dispute.amountCents),
    status: dispute.status,
    createdAt: dispute.createdAt.toISOString(),
    updatedAt: dispute.updatedAt.toISOString(),
    timeZone: row.timeZone,
    documents: documents.map((document) => toDocumentView(id, document)),
    comments: comments.map(({ id: commentId, comment, createdAt, authorId, ...author }) => ({
      _id: publicId("comment", commentId),
      comment,
      addedBy: toPersonView(row, { id: authorId, ...author }),
      addedAt: createdAt.toISOString(),
    })),
    resolution: dispute.result && {
      result: dispute.result,
      resultReason: dispute.resultReason ?? "",
      chargebackAmount: wireAmount(dispute.chargebackCents ?? 0),
      resolvedAt: dispute.resolvedAt?.toISOString() ?? null,
    },
    refund: viewRefundStatus(dispute, row),
  };
}

/** Builds the timeline. An event without an actor was caused by the product itself. */
export function toTimeline(row: ListedDispute, events: DisputeEventRow[]): DisputeDetailView["timeline"] {
  return events.map(({ event, actor }) => {
    return { type: event.type, at: event.at.toISOString(), by: actor && toPersonView(row, actor) };
  });
}

function toDocumentView(disputeId: string, document: ListedDispute["documents"][number]): z.infer<typeof documentView> {
  const _id = publicId("document", document.id);
  return {
    _id,
    originalName: document.originalName,
    path: `/api/disputes/${disputeId}/documents/${_id}`,
    type: document.type,
    sizeBytes: document.sizeBytes,
    addedAt: document.createdAt.toISOString(),
  };
}

function toPersonView({ payer }: ListedDispute, person: { id: string; firstName: string; lastName: string; role: Role }) {
  const role = person.id === payer.id ? ("user" as const) : person.role === "admin" ? ("admin" as const) : ("merchant" as const);
  return { firstName: person.firstName, lastName: person.lastName, role };
}
