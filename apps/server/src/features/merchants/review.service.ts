import type { Database, Transaction } from "@hearth/db/client";
import type { AccountStatus } from "@hearth/domain/auth/roles";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { reviewStateOf } from "@hearth/domain/merchants/review";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { CallOrigin } from "../../trpc/context.ts";
import { notify, toBusiness } from "../notifications/notify.ts";
import { requireOpen } from "./edit-merchant.service.ts";
import { lockMerchantRow } from "./edit-merchant.repo.ts";
import { findBusiness } from "./merchants.repo.ts";
import { countHeld, type HeldRow, listHeld, setReview } from "./reviews.repo.ts";

/** A business that waits for an administrator, and the one that its name can be taken for. */
export type HeldMerchant = HeldRow;

/** More than these wait behind them, and come up as these are decided. */
const mostListed = 50;

/** The businesses that wait for an administrator, the oldest first. */
export function readHeld(db: Database): Promise<HeldMerchant[]> {
  return listHeld(db, mostListed);
}

/** How many of them there are, and since when the first of them waits. */
export function readHeldCount(db: Database): Promise<{ count: number; since: Date | null }> {
  return countHeld(db);
}

/** What an administrator says about a business; a reason is a no. */
export interface Decision {
  merchantId: string;
  reason: string | null;
  actorId: string;
  origin: CallOrigin;
  now: Date;
}

/**
 * Writes down what an administrator says about a business, and tells its owner. Approved, one that was held or refused is active; refused, it is
 * inactive; a suspension is another decision, which stays. @throws HearthError NOT_FOUND, CONFLICT where that was said already.
 */
export async function decideReview(tx: Transaction, { merchantId, reason, actorId, origin, now }: Decision): Promise<void> {
  const merchant = await lockMerchantRow(tx, merchantId);
  if (merchant === null) throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
  requireOpen(merchant);
  const before = reviewStateOf(merchant);
  const after = reason === null ? "approved" : "refused";
  if (before === after) throw new HearthError("CONFLICT", { message: `This merchant is ${after} already` });
  const wasStopped = before === "held" || before === "refused";
  const decided: AccountStatus = reason !== null ? "inactive" : wasStopped ? "active" : merchant.status;
  const status = merchant.status === "suspended" ? merchant.status : decided;
  await setReview(tx, merchantId, { reviewedAt: now, reviewedBy: actorId, refusalReason: reason, heldAt: null, status });
  const data = { before, ...(reason !== null && { reason }), status: { from: merchant.status, to: status } };
  const action = reason === null ? ("merchant.approved" as const) : ("merchant.refused" as const);
  await insertAuditEntry(tx, origin, { at: now, actorId, action, subject: publicId("merchant", merchantId), data });
  const event = { kind: "businessReviewed", merchant: merchant.name, reason } as const;
  const business = await findBusiness(tx, merchantId);
  if (business === null) throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
  await notify(tx, { ...toBusiness(business, event.kind), key: `business-reviewed:${merchantId}:${now.toISOString()}`, event, now });
}

/** What was said about a name does not hold for another one: nobody has looked at it, and nobody has to. A refusal was about the business, and stays. */
export async function forgetReview(tx: Transaction, merchantId: string): Promise<void> {
  const merchant = await lockMerchantRow(tx, merchantId);
  if (merchant === null) throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
  const state = reviewStateOf(merchant);
  if (state !== "held" && state !== "approved") return;
  const isReleased = state === "held" && merchant.status === "inactive";
  const status = isReleased ? ("active" as const) : merchant.status;
  await setReview(tx, merchantId, { reviewedAt: null, reviewedBy: null, refusalReason: null, heldAt: null, status });
}
