import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { type Changes, changesBetween, type Edited, requireUnchanged, versionAfter } from "../../audit/changes.ts";
import { endSessions } from "../auth/sessions/sessions.service.ts";
import { listStaffUserIds } from "./staff.repo.ts";
import { nameSkeleton } from "./name-skeleton.ts";
import { insertMerchant, lockMerchantRow, type MerchantFields, type NewMerchant, updateMerchant } from "./edit-merchant.repo.ts";

/** An edit of a merchant: the new values, and the version they are based on. */
export interface MerchantEdit {
  merchantId: string;
  set: Edited<MerchantFields>;
  /** The merchant's `updatedAt` as the editor read it. If it has changed since, the edit fails. */
  seenAt: Date | undefined;
  now: Date;
}

/**
 * Edits a merchant and returns the changes. Takes effect at once: suspending a merchant stops new checkouts and ends the sessions of its
 * owner and staff. @throws HearthError NOT_FOUND, CONFLICT.
 */
export async function editMerchantRecord(tx: Transaction, { merchantId, set, seenAt, now }: MerchantEdit): Promise<Changes> {
  const merchant = await lockMerchantRow(tx, merchantId);
  if (merchant === null) throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
  requireOpen(merchant);
  requireUnchanged(merchant.updatedAt, seenAt);
  const changes = changesBetween(merchant, set);
  const renamed = set.name !== undefined && { nameSkeleton: nameSkeleton(set.name) };
  await updateMerchant(tx, merchantId, { ...set, ...renamed, updatedAt: versionAfter(merchant.updatedAt, now) });
  if (changes["status"]?.to === "suspended") {
    for (const userId of [merchant.ownerUserId, ...(await listStaffUserIds(tx, merchantId))]) await endSessions(tx, userId, { now });
  }
  return changes;
}

/** Refuses an edit of a business that its owner closed. @throws HearthError CONFLICT. */
export function requireOpen({ closedAt }: { closedAt: Date | null }): void {
  if (closedAt !== null) throw new HearthError("CONFLICT", { message: "This business was closed by its owner, for good" });
}

/** Creates a merchant for an account that owns none, and returns its id. It can take payments once it has a payee. */
export function createMerchantRecord(tx: Transaction, merchant: Omit<NewMerchant, "nameSkeleton">): Promise<string> {
  return insertMerchant(tx, { ...merchant, nameSkeleton: nameSkeleton(merchant.name) });
}
