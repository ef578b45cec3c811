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

/** A merchant held for review, and the merchant whose name it resembles. */
export type HeldMerchant = HeldRow;

/** The maximum number of held merchants listed. Others follow as these are decided. */
const mostListed = 50;

/** Returns the merchants held for review, oldest first. */
export function readHeld(db: Database): Promise<HeldMerchant[]> {
  return listHeld(db, mostListed);
}

/** Counts the merchants held for review, with the time of the oldest. */
export function readHeldCount(db: Database): Promise<{ count: number; since: Date | null }> {
  return countHeld(db);
}

/** An administrator's decision about a merchant. A reason makes it a refusal. */
export interface Decision {
  merchantId: string;
  reason: string | null;
  actorId: string;
  origin: CallOrigin;
  now: Date;
}

/**
 * Records an administrator's decision about a merchant and notifies the business. Approval activates a held or refused merchant; refusal
 * makes it inactive. A suspension is a separate decision and stays.
 * @throws HearthError NOT_FOUND, CONFLICT where the decision is already so.
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

/** Clears an approval or hold after a change of name, since both were about the old name. A refusal was about the business, and stays. */
export async function forgetReview(tx: Transaction, merchantId: string): Promise<void> {
  const merchant = await lockMerchantRow(tx, merchantId);
  if (merchant === null) throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
  const state = reviewStateOf(merchant);
  if (state !== "held" && state !== "approved") return;
  const isReleased = state === "held" && merchant.status === "inactive";
  const status = isReleased ? ("active" as const) : merchant.status;
  await setReview(tx, merchantId, { reviewedAt: null, reviewedBy: null, refusalReason: null, heldAt: null, status });
}
