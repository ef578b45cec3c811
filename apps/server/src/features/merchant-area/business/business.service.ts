import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type { EditBusinessInput } from "@hearth/domain/merchants/business";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { countPaymentsOf } from "../../figures/figures.service.ts";
import { editMerchantRecord } from "../../businesses/edit-merchant.service.ts";
import { fillSkeletons, requireOwnName } from "../../businesses/look-alikes.ts";
import { forgetReview } from "../../businesses/review.service.ts";
import { type BusinessView, viewBusiness } from "./business.view.ts";
import { findBusinessOf, requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { findWaitingChange } from "./payout-changes.repo.ts";

/** Reads the business that the user owns or works for. */
export async function readBusiness(deps: Deps, actor: Actor): Promise<BusinessView> {
  const merchant = await requireOwnMerchant(deps, actor);
  const [counts, pending] = await Promise.all([countPaymentsOf(deps.db, [merchant.id]), findWaitingChange(deps.db, merchant.id)]);
  return viewBusiness(merchant, counts.get(merchant.id) ?? 0, pending, actor.staffRole ?? "owner");
}

/**
 * Reads the user's business by its public id. An unknown id and another business's id give the same error. @throws HearthError NOT_FOUND.
 */
export async function readBusinessById(deps: Deps, actor: Actor, merchantId: string): Promise<BusinessView> {
  await requireOwnership(deps, actor, merchantId);
  return readBusiness(deps, actor);
}

/** Requires that the user owns or works for the merchant. @throws HearthError NOT_FOUND. */
export async function requireOwnership(deps: Deps, actor: Actor, merchantId: string): Promise<void> {
  const id = parsePublicId("merchant", merchantId);
  const staffed = id === null ? null : await findBusinessOf(deps, actor);
  if (staffed === null || staffed.id !== id) throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
}

/** Edits the business's details and audits the changes. @throws HearthError CONFLICT. */
export async function editBusiness(deps: Deps, origin: CallOrigin, actor: Actor, input: EditBusinessInput): Promise<BusinessView> {
  const { id: merchantId, name } = await requireOwnMerchant(deps, actor);
  const { updatedAt, ...set } = input;
  const newName = set.name === name ? undefined : set.name;
  const now = deps.clock.now();
  if (newName !== undefined) await fillSkeletons(deps.db);
  await deps.db.transaction(async (tx) => {
    const seenAt = updatedAt === undefined ? undefined : new Date(updatedAt);
    if (newName !== undefined) await requireOwnName(tx, merchantId, newName);
    const changes = await editMerchantRecord(tx, { merchantId, set, seenAt, now });
    if (newName !== undefined) await forgetReview(tx, merchantId);
    if (Object.keys(changes).length === 0) return;
    const subject = publicId("merchant", merchantId);
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "merchant.businessChanged", subject, data: changes });
  });
  return readBusiness(deps, actor);
}
