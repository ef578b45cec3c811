import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import { notify, toBusiness } from "../notifications/notify.ts";
import { readPartiesOf } from "../settlement/returns/payment-notices.ts";
import type { DisputeRow } from "./disputes.repo.ts";

/** A dispute's fields for notifications, with its two sides. Null when its payment does not exist. */
async function readSides(tx: Transaction, { id, code, amountCents, paymentId }: DisputeRow) {
  const parties = await readPartiesOf(tx, paymentId);
  if (parties === null) return null;
  const { merchant, description } = parties.about;
  return { ...parties, dispute: { disputeId: publicId("dispute", id), code, merchant, amountCents, description } };
}

/** Notifies a merchant that a payment to them is disputed. */
export async function tellFiled(tx: Transaction, dispute: DisputeRow, now: Date): Promise<void> {
  const sides = await readSides(tx, dispute);
  if (sides === null) return;
  const event = { kind: "disputeFiled", ...sides.dispute, payer: sides.payer, reason: dispute.reason } as const;
  await notify(tx, { ...toBusiness(sides, event.kind), key: `dispute-filed:${dispute.id}`, event, now });
}

/** Notifies the other side of a response, or both sides of an administrator's. */
export async function tellAnswered(
  tx: Transaction,
  dispute: DisputeRow,
  { commentId, authorId, now }: { commentId: string; authorId: string; now: Date },
): Promise<void> {
  const sides = await readSides(tx, dispute);
  if (sides === null) return;
  const { payerId, ownerId, staff } = sides;
  const isOfBusiness = authorId === ownerId || staff.some(({ userId }) => userId === authorId);
  const by = authorId === payerId ? "payer" : isOfBusiness ? "merchant" : "administrator";
  const kind = "disputeAnswered";
  const key = `dispute-answered:${commentId}`;
  const toPayer = { userIds: by === "payer" ? [] : [payerId] };
  await notify(tx, { ...toPayer, key, event: { kind, ...sides.dispute, by, reader: "payer" }, now });
  await notify(tx, { ...toBusiness(sides, kind, { but: authorId }), key, event: { kind, ...sides.dispute, by, reader: "merchant" }, now });
}

/** The outcome of a dispute. */
interface Ending {
  outcome: "chargedBack" | "denied" | "cancelled";
  chargebackCents: number;
  now: Date;
}

/** Notifies both sides of the outcome. After a cancellation, only the merchant, because the payer cancelled. */
export async function tellEnded(tx: Transaction, dispute: DisputeRow, { outcome, chargebackCents, now }: Ending): Promise<void> {
  const sides = await readSides(tx, dispute);
  if (sides === null) return;
  const { payerId, about } = sides;
  const key = `dispute-${outcome}:${dispute.id}:${now.toISOString()}`;
  const event = { kind: "disputeDecided", ...sides.dispute, outcome } as const;
  await notify(tx, { ...toBusiness(sides, event.kind), key, event: { ...event, reader: "merchant" }, now });
  if (outcome === "denied") await notify(tx, { userIds: [payerId], key, event: { ...event, reader: "payer" }, now });
  if (outcome !== "chargedBack") return;
  const owed = { kind: "refundOwed", ...about, amountCents: chargebackCents, code: dispute.code } as const;
  await notify(tx, { userIds: [payerId], key, event: owed, now });
}
