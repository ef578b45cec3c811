import { randomBytes } from "node:crypto";
import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { earlier, later, monthOf } from "@hearth/domain/rent/calendar";
import type { CreateRecordInput, WithdrawRecordInput } from "@hearth/domain/records/inputs";
import { recordMaxAgreements, recordMaxCharges, recordMaxTransfers, type SignedRecord } from "@hearth/domain/records/signed-record";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { once } from "../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { readAccount } from "../auth/sign-in/auth.service.ts";
import { getOwnPayment, loadPayment } from "../payments/payments.service.ts";
import {
  beginRecord,
  readPayingTransfers,
  readRefundedCents,
  signReceipt,
  signRecord,
  toRecordTransfer,
} from "../payments/receipt/sign-receipt.ts";
import { type BookFile, viewBookFile } from "../rent/books/book-file.view.ts";
import { requireLease, seenUntil } from "../rent/leases/read-leases.ts";
import { readAgreements } from "../rent/leases/sign-terms.service.ts";
import { composeCharges } from "./compose-record.ts";
import { toPaperRecord } from "./paper-record.ts";
import {
  countOwnRecords,
  findOwnRecord,
  findSharedRecord,
  insertRentRecord,
  listOwnRecords,
  listPaidTerms,
  listRecordCharges,
  listRecordParts,
  withdrawOwnRecord,
  withdrawOwnRecords,
} from "./records.repo.ts";
import { recordFileView, rentRecordView, viewRecordFile, viewRentRecord, withdrawnView } from "./records.view.ts";

/** Limit of open links per lease and account. */
const mostOpenRecords = 20;

/**
 * Creates a signed record of what was paid under a lease, with a link.
 *
 * @throws HearthError NOT_FOUND for a lease that the account does not rent. CONFLICT when nothing was due in these days, at the limit of
 * open links, or without a signing key. RATE_LIMITED. VALIDATION for more charges than one record holds.
 */
export async function createRecord(deps: Deps, origin: CallOrigin, actor: Actor, input: CreateRecordInput, key: string | null) {
  deps.rateLimits.take("receipt", actor.userId);
  const { idempotencyKey = key, ...fields } = input;
  const now = deps.clock.now();
  const { lease } = await requireLease(deps, { userId: actor.userId }, fields.leaseId);
  const document = await signRecord(deps, await readRecord(deps, actor, fields));
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "records.create", input: fields, answer: rentRecordView, now };
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      if ((await countOwnRecords(tx, actor.userId, lease.id)) >= mostOpenRecords)
        throw new HearthError("CONFLICT", { message: `Please take a link back first: ${mostOpenRecords} of them are open` });
      const row = await insertRentRecord(tx, {
        leaseId: lease.id,
        userId: actor.userId,
        reference: randomBytes(32).toString("hex"),
        fromDay: fields.startDate,
        toDay: fields.endDate,
        chargeCount: document.record.charges.length,
        document,
        createdAt: now,
      });
      await insertAuditEntry(tx, origin, {
        at: now,
        actorId: actor.userId,
        action: "rent.recordMade",
        subject: publicId("rentRecord", row.id),
        data: { from: fields.startDate, to: fields.endDate },
      });
      return viewRentRecord(row, deps.env.publicOrigin);
    }),
  );
}

async function readRecord(
  deps: Deps,
  actor: Actor,
  { leaseId, startDate: from, endDate: to, showTenant, showLandlord, showPlace, allCharges, showTerms }: CreateRecordInput,
): Promise<SignedRecord> {
  const found = await requireLease(deps, { userId: actor.userId }, leaseId);
  const { lease, merchant, property, unit, stay } = found;
  // For a tenant who moved in or out during the lease, the record covers only their own days.
  const days = { from: later(from, stay?.movedInOn ?? from), to: earlier(to, stay?.movedOutOn ?? to) };
  const until = seenUntil(found, deps.clock.now());
  const charges = await listRecordCharges(deps.db, { leaseId: lease.id, ...days, allCharges, limit: recordMaxCharges + 1 });
  const parts = (
    await listRecordParts(
      deps.db,
      charges.map(({ id }) => id),
    )
  ).filter(({ arrivedAt }) => until === null || arrivedAt === null || arrivedAt < until);
  const paymentIds = [...new Set(parts.flatMap(({ paymentId }) => paymentId ?? []))];
  const [transfers, terms] =
    paymentIds.length === 0 ? [[], []] : await Promise.all([readPayingTransfers(deps, paymentIds), listPaidTerms(deps.db, paymentIds)]);
  if (charges.length > recordMaxCharges || transfers.length > recordMaxTransfers) {
    const message = `Please ask for fewer days: one record takes at most ${recordMaxCharges} charges`;
    throw new HearthError("VALIDATION", { message, fields: { endDate: message } });
  }
  const composed = composeCharges({ charges, parts, transfers, terms }, lease.timeZone);
  if (composed.length === 0) throw new HearthError("CONFLICT", { message: "Nothing was due on these days" });
  const { firstName, lastName } = await readAccount(deps, actor);
  const periods = charges.flatMap(({ kind, dueOn }) => (kind === "rent" ? monthOf(dueOn) : []));
  const agreements = showTerms ? (await readAgreements(deps, lease, periods)).slice(-recordMaxAgreements) : [];
  return {
    ...beginRecord(deps, "rentRecord"),
    tenant: showTenant ? `${firstName} ${lastName}` : "",
    landlord: showLandlord ? merchant.name : "",
    place: showPlace ? [`${property.name} ${unit.name}`, property.address].filter((text) => text !== "").join(", ") : "",
    description: "",
    timeZone: lease.timeZone,
    ...days,
    transfers: transfers.map(toRecordTransfer),
    charges: composed,
    ...(agreements.length > 0 && { agreements }),
  };
}

/** Lists the account's open records of a lease, newest first. @throws HearthError NOT_FOUND. */
export async function readRecords(deps: Deps, actor: Actor, leaseId: string) {
  const { lease } = await requireLease(deps, { userId: actor.userId }, leaseId);
  const rows = await listOwnRecords(deps.db, { userId: actor.userId, leaseId: lease.id, limit: mostOpenRecords });
  return rows.map((row) => viewRentRecord(row, deps.env.publicOrigin));
}

/**
 * Prints an account's open record as a PDF, which carries the signed record.
 *
 * @throws HearthError NOT_FOUND for a withdrawn or another account's record, RATE_LIMITED, OVERLOADED.
 */
export async function printRecord(deps: Deps, actor: Actor, recordId: string): Promise<BookFile> {
  const id = parsePublicId("rentRecord", recordId);
  const document = id && (await findOwnRecord(deps.db, actor.userId, id));
  if (!document) throw noRecord();
  const { from, to } = document.record;
  const paper = toPaperRecord(document, `${deps.env.publicOrigin}/verify`);
  const pdf = await deps.fileQueue.take(actor.userId, () => deps.pdfs.draw("rentRecord", paper));
  return viewBookFile(`hearth-rent-record-${from}-${to}`, "pdf", pdf);
}

/** Withdraws a record: its link opens nothing any more, and its content is deleted. @throws HearthError NOT_FOUND. */
export async function withdrawRecord(deps: Deps, origin: CallOrigin, actor: Actor, input: WithdrawRecordInput, key: string | null) {
  const { idempotencyKey = key, ...fields } = input;
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "records.withdraw", input: fields, answer: withdrawnView, now };
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      const id = parsePublicId("rentRecord", fields.recordId);
      const row = id && (await withdrawOwnRecord(tx, actor.userId, id, now));
      if (!row) throw noRecord();
      const subject = publicId("rentRecord", row.id);
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "rent.recordWithdrawn", subject, data: {} });
      return { _id: subject };
    }),
  );
}

/** Withdraws all of an account's records and deletes their content. */
export const withdrawAllRecords = (tx: Transaction, userId: string, now: Date): Promise<void> => withdrawOwnRecords(tx, userId, now);

function noRecord(): HearthError {
  return new HearthError("NOT_FOUND", { message: "This record does not exist, or its link was turned off" });
}

/** Returns the record of a link as a file, to anybody who has the link. @throws HearthError NOT_FOUND. */
export async function readSharedRecord({ db }: Pick<Deps, "db">, reference: string) {
  const document = await findSharedRecord(db, reference);
  if (document === null) throw noRecord();
  return recordFileView.parse(viewRecordFile(document));
}

/**
 * Creates a signed receipt of a payer's own completed payment, verifiable by anybody.
 *
 * @throws HearthError NOT_FOUND, RATE_LIMITED; CONFLICT while the payment is not completed or without a signing key.
 */
export async function makeSignedReceipt(deps: Deps, actor: Actor, paymentId: string) {
  deps.rateLimits.take("receipt", actor.userId);
  const [payment, { merchant: landlord }] = await Promise.all([getOwnPayment(deps, actor, paymentId), loadPayment(deps, actor, paymentId)]);
  const { status, description } = payment;
  if (status !== "completed") throw new HearthError("CONFLICT", { message: "Only a completed payment has a receipt" });
  const { firstName, lastName } = await readAccount(deps, actor);
  const refundedCents = await readRefundedCents(deps, payment.id);
  const receipt = { paymentId: payment.id, tenant: `${firstName} ${lastName}`, landlord, description, refundedCents };
  const document = await signReceipt(deps, receipt);
  if (document === null) throw new Error("A completed payment has no transfer");
  return viewRecordFile(document);
}
