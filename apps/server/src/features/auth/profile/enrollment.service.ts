import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type { EnrollmentInput } from "@hearth/domain/merchants/inputs";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { once } from "../../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { findMerchantStatus, getAccount, markEnrolled } from "../rows/auth.repo.ts";
import { type UserView, userView, viewUser } from "../rows/auth.view.ts";

/**
 * Enrolls a consumer with a merchant, or moves them to another one. Open checkouts stay with their merchant.
 * @throws HearthError FORBIDDEN for merchants and admins, VALIDATION for an unknown merchant, MERCHANT_UNAVAILABLE.
 */
export async function completeEnrollment(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: EnrollmentInput,
  key: string | null,
): Promise<UserView> {
  if (actor.role !== "user") throw new HearthError("FORBIDDEN");
  const now = deps.clock.now();
  const request = { scope: actor.userId, key, procedure: "auth.completeEnrollment", input, answer: userView, now };
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      const merchantId = parsePublicId("merchant", input.selectedMerchantId);
      if (merchantId === null) throw noSuchMerchant();
      const { address, phoneNumber, aptNumber } = input;
      if (!(await markEnrolled(tx, actor.userId, { merchantId, address, phoneNumber, aptNumber: aptNumber || null }, now))) {
        throw (await findMerchantStatus(tx, merchantId)) === null ? noSuchMerchant() : new HearthError("MERCHANT_UNAVAILABLE");
      }
      const subject = publicId("merchant", merchantId);
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "auth.enrolled", subject });
      return viewUser(await getAccount(tx, actor.userId));
    }),
  );
}

/** Enrolls a consumer as a landlord's invitation says, within the caller's transaction. @throws HearthError MERCHANT_UNAVAILABLE. */
export async function enrollInvited(
  tx: Transaction,
  origin: CallOrigin,
  actor: Actor,
  { now, ...place }: { merchantId: string; address: string; aptNumber: string | null; now: Date },
): Promise<void> {
  if (!(await markEnrolled(tx, actor.userId, place, now))) throw new HearthError("MERCHANT_UNAVAILABLE");
  const subject = publicId("merchant", place.merchantId);
  await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "auth.enrolled", subject });
}

function noSuchMerchant(): HearthError {
  const message = "Please select a merchant";
  return new HearthError("VALIDATION", { message, fields: { selectedMerchantId: message } });
}
