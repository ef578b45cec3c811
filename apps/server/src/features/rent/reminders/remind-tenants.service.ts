import { HearthError } from "@hearth/domain/errors";
import { transactWithRetry } from "@hearth/db/transact-again";
import { publicId } from "@hearth/domain/ids";
import { dayIn } from "@hearth/domain/rent/calendar";
import { owedOn } from "@hearth/domain/rent/owed";
import { z } from "zod";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { once } from "../../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { payeeWordsOf } from "../../businesses/payee-cards.ts";
import { requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { notify } from "../../notifications/notify.ts";
import { findLease } from "../rows/lease-lists.repo.ts";
import { hasLeft, listTenantsOf } from "../rows/tenants.repo.ts";
import { listOpen } from "../rows/lease-money.repo.ts";
import { lockLeaseById } from "../leases/leases.service.ts";
import { inviteInto } from "../invitations/invitations.service.ts";
import { insertReminders } from "../rows/reminders.repo.ts";

export const remindedView = z.strictObject({
  /** Tenants reminded by mail. */
  tenants: z.number().int(),
  /** Tenants who have switched off mails about rent. They see the reminder in Hearth only. */
  switchedOff: z.number().int(),
  /** Tenants without an account, who were mailed the bill with an invitation. */
  invited: z.number().int(),
  /** Tenants without an account who could not be mailed. */
  notInvited: z.number().int(),
});

/**
 * Reminds a lease's tenants of open charges once in twenty hours: those who have joined by mail and in the product, the others by an invitation with the bill.
 * An administrator invites nobody. @throws HearthError NOT_FOUND; CONFLICT where nothing is owed or nobody can be mailed; RATE_LIMITED.
 */
export async function remindTenants(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { idempotencyKey, ...fields }: { leaseId: string; idempotencyKey?: string | undefined },
  headerKey: string | null,
): Promise<z.infer<typeof remindedView>> {
  const merchant = actor.kind === "admin" ? null : await requireOwnMerchant(deps, actor);
  const now = deps.clock.now();
  const request = {
    scope: actor.userId,
    key: idempotencyKey ?? headerKey,
    procedure: "rent.remind",
    input: fields,
    answer: remindedView,
    now,
  };
  return transactWithRetry(deps.db, (tx) =>
    once(tx, request, async () => {
      const { id, timeZone, merchantId: landlordId } = await lockLeaseById(tx, merchant && merchant.id, fields.leaseId);
      const lease = await findLease(tx, { merchantId: landlordId }, id);
      if (lease === null) throw new Error("A lease that is held was not found");
      const { owedCents, dueOn } = owedOn(await listOpen(tx, [id]), lease.unusedCents, dayIn(now, timeZone));
      if (dueOn === null || owedCents === 0) throw new HearthError("CONFLICT", { message: "Nothing is owed on this lease" });
      const tenants = (await listTenantsOf(tx, id)).filter((tenant) => !hasLeft(tenant, now));
      const userIds = tenants.flatMap(({ userId }) => userId ?? []);
      // Who closed their account gets no mail until they are invited again.
      const strangers = tenants.flatMap((tenant) => (tenant.userId === null && tenant.accountClosedAt === null ? tenant.id : []));
      if (deps.env.hasRateLimits) await deps.sharedLimits.take("rentReminder", id, tx);
      const { property, unit } = lease;
      const owed = { place: `${property.name} ${unit.name}`, amountCents: owedCents, dueOn };
      const payeeWords = await payeeWordsOf(deps, { merchantId: landlordId, payee: lease.carded });
      const about = { leaseId: fields.leaseId, merchant: lease.merchant.name, ...owed, ...(payeeWords !== null && { payeeWords }) };
      const invited =
        merchant === null ? 0 : await inviteInto({ deps, tx, origin, actor, merchant, now }, id, strangers, { owed, mayWait: false });
      if (userIds.length === 0 && invited === 0) throw new HearthError("CONFLICT", { message: nobodyToRemind(merchant === null) });
      const key = `rent reminder ${id} ${now.toISOString()}`;
      const mailed = await notify(tx, { userIds, key, event: { kind: "rentReminder", ...about }, now });
      await insertReminders(tx, [{ leaseId: id, kind: "hand", dueOn, cents: owedCents, sentAt: now }]);
      const reminded = {
        tenants: mailed.length,
        switchedOff: userIds.length - mailed.length,
        invited,
        notInvited: strangers.length - invited,
      };
      const data = { cents: owedCents, ...reminded };
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "rent.reminded", subject: publicId("lease", id), data });
      return reminded;
    }),
  );
}

function nobodyToRemind(isAdmin: boolean): string {
  return isAdmin
    ? "No one of this lease has an account yet. Their landlord can remind them by email."
    : "No one of this lease has an account, and no email could be sent to them. Confirm your own email first. If you have, you have sent all invitations of today.";
}
