import { randomBytes } from "node:crypto";
import type { Transaction } from "@hearth/db/client";
import type { AuditAction } from "@hearth/domain/admin/audit-actions";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type { CreateRequestInput, ListRequestsInput } from "@hearth/domain/requests/inputs";
import { closedReason, refusalToRemind } from "@hearth/domain/requests/rules";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { once } from "../../idempotency/once.ts";
import { paginate, readCursor } from "../../paging/cursor.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { findPayeeWords, payeeWordsOf } from "../businesses/payee-cards.ts";
import type { OwnMerchant } from "../businesses/merchants.service.ts";
import { requireOwnMerchant } from "../businesses/own-merchant.ts";
import { notifyByEmail } from "../notifications/notify.ts";
import { requireStrangerMail } from "../businesses/standing.service.ts";
import { findBill, findOwnRequest, insertRequest, listRequests, lockOwnRequest, type RequestRow, updateRequest } from "./requests.repo.ts";
import { requestView, type RequestView, viewBill, viewRequest } from "./requests.view.ts";

/**
 * Creates a payment request and mails its link.
 *
 * @throws HearthError MERCHANT_UNAVAILABLE, CONFLICT for a used outside id, RATE_LIMITED.
 */
export async function createRequest(deps: Deps, origin: CallOrigin, actor: Actor, input: CreateRequestInput, key: string | null) {
  const { idempotencyKey = key, ...fields } = input;
  const merchant = await requireOwnMerchant(deps, actor);
  if (merchant.status !== "active") throw new HearthError("MERCHANT_UNAVAILABLE");
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "requests.create", input: fields, answer: requestView, now };
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      const { amount: amountCents, outsideId = null, returnUrl = null, ...unchanged } = fields;
      const reference = randomBytes(32).toString("hex");
      const values = { ...unchanged, merchantId: merchant.id, reference, amountCents, outsideId, returnUrl };
      const row = await insertRequest(tx, { ...values, createdBy: actor.userId, createdAt: now, mailedAt: now });
      if (row === null) {
        const message = `You have a request with the id ${outsideId} already`;
        throw new HearthError("CONFLICT", { message, fields: { outsideId: message } });
      }
      await mailRequest(deps, tx, merchant, row, now);
      await record(tx, origin, actor, "request.made", row, now);
      return viewRequest({ request: row, payment: null }, { publicOrigin: deps.env.publicOrigin, now });
    }),
  );
}

/** Mails a request, within the limits of its merchant and of its recipient. */
async function mailRequest(deps: Deps, tx: Transaction, merchant: OwnMerchant, request: RequestRow, now: Date): Promise<void> {
  const { id, name, email, amountCents, description, dueOn, reference, mailCount } = request;
  const counted = await requireStrangerMail(deps, tx, merchant);
  await deps.sharedLimits.take("requestEmail", email, tx);
  const payeeWords = await findPayeeWords(deps, tx, merchant.id);
  await notifyByEmail(tx, counted, {
    to: { name, address: email },
    key: `request ${id} ${mailCount}`,
    event: {
      kind: "paymentRequested",
      merchant: merchant.name,
      amountCents,
      description,
      dueOn,
      reference,
      isReminder: mailCount > 1,
      ...(payeeWords !== null && { payeeWords }),
    },
    now,
  });
}

async function record(tx: Transaction, origin: CallOrigin, actor: Actor, action: AuditAction, request: RequestRow, now: Date) {
  const subject = publicId("paymentRequest", request.id);
  await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action, subject, data: { cents: request.amountCents } });
}

/** Lists a page of the merchant's requests, newest first. */
export async function readRequests(deps: Deps, actor: Actor, { state, cursor, limit }: Omit<ListRequestsInput, "direction">) {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const after = cursor === undefined ? undefined : readCursor("paymentRequest", cursor);
  const rows = await listRequests(deps.db, { merchantId, state, after, limit: limit + 1 });
  const { page, nextCursor } = paginate("paymentRequest", rows, limit, ({ request }) => ({ at: request.createdAt, id: request.id }));
  const now = deps.clock.now();
  return { items: page.map((row) => viewRequest(row, { publicOrigin: deps.env.publicOrigin, now })), nextCursor };
}

/** Returns one of the merchant's requests. @throws HearthError NOT_FOUND. */
export async function readRequest(deps: Deps, actor: Actor, requestId: string): Promise<RequestView> {
  const { id: merchantId } = await requireOwnMerchant(deps, actor);
  const id = parsePublicId("paymentRequest", requestId);
  const row = id && (await findOwnRequest(deps.db, merchantId, id));
  if (!row) throw missing();
  return viewRequest(row, { publicOrigin: deps.env.publicOrigin, now: deps.clock.now() });
}

function missing(): HearthError {
  return new HearthError("NOT_FOUND", { message: "Request not found" });
}

interface Change {
  deps: Deps;
  origin: CallOrigin;
  actor: Actor;
  input: { requestId: string; idempotencyKey?: string | undefined };
  key: string | null;
}

/** Changes a locked request once per key, and returns it. @throws HearthError NOT_FOUND. */
async function change(
  { deps, origin, actor, input, key }: Change,
  { procedure, action }: { procedure: string; action: AuditAction },
  run: (tx: Transaction, request: RequestRow, merchant: OwnMerchant, now: Date) => Promise<void>,
): Promise<RequestView> {
  const { idempotencyKey = key, ...fields } = input;
  const merchant = await requireOwnMerchant(deps, actor);
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure, input: fields, answer: requestView, now };
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      const id = parsePublicId("paymentRequest", fields.requestId);
      const lockedRequest = id && (await lockOwnRequest(tx, merchant.id, id));
      if (!lockedRequest) throw missing();
      await run(tx, lockedRequest, merchant, now);
      await record(tx, origin, actor, action, lockedRequest, now);
      const row = await findOwnRequest(tx, merchant.id, lockedRequest.id);
      if (row === null) throw missing();
      return viewRequest(row, { publicOrigin: deps.env.publicOrigin, now });
    }),
  );
}

/** Withdraws a request: its link opens no checkout any more. @throws HearthError NOT_FOUND, CONFLICT for a paid or withdrawn one. */
export function withdrawRequest(deps: Deps, origin: CallOrigin, actor: Actor, input: Change["input"], key: string | null) {
  const names = { procedure: "requests.withdraw", action: "request.withdrawn" as const };
  return change({ deps, origin, actor, input, key }, names, async (tx, request, _, now) => {
    const closed = closedReason(request);
    if (closed !== null) throw new HearthError("CONFLICT", { message: closed });
    await updateRequest(tx, request.id, { withdrawnAt: now });
  });
}

/** Mails a request again. @throws HearthError NOT_FOUND, CONFLICT for a closed or recently mailed one, RATE_LIMITED. */
export function remindOfRequest(deps: Deps, origin: CallOrigin, actor: Actor, input: Change["input"], key: string | null) {
  const names = { procedure: "requests.remind", action: "request.reminded" as const };
  return change({ deps, origin, actor, input, key }, names, async (tx, request, merchant, now) => {
    const against = refusalToRemind(request, now);
    if (against !== null) throw new HearthError("CONFLICT", { message: against });
    const mailCount = request.mailCount + 1;
    await updateRequest(tx, request.id, { mailCount, mailedAt: now });
    await mailRequest(deps, tx, merchant, { ...request, mailCount }, now);
  });
}

/** Returns the bill of a link. A suspended merchant's bill is reported like an unknown one. @throws HearthError NOT_FOUND. */
export async function readBill(deps: Pick<Deps, "db" | "clock" | "network">, reference: string) {
  const bill = await findBill(deps.db, reference);
  if (bill === null || bill.merchantStatus === "suspended") throw noBill();
  const payeeWords = await payeeWordsOf(deps, { merchantId: bill.request.merchantId, payee: bill.payee });
  return viewBill({ ...bill, payeeWords });
}

/** Finds the request of a link, for paying it. @throws HearthError NOT_FOUND, CONFLICT for a paid or withdrawn one. */
export async function findRequestToPay({ db }: Pick<Deps, "db">, reference: string): Promise<RequestRow> {
  const bill = await findBill(db, reference);
  if (bill === null) throw noBill();
  const closed = closedReason(bill.request);
  if (closed !== null) throw new HearthError("CONFLICT", { message: closed });
  return bill.request;
}

function noBill(): HearthError {
  return new HearthError("NOT_FOUND", { message: "This bill does not exist" });
}
