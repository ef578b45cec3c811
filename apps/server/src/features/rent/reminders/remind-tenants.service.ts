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
import { merchantIdFor } from "../../businesses/own-merchant.ts";
import { notify } from "../../notifications/notify.ts";
import { findLease } from "../rows/lease-lists.repo.ts";
import { hasLeft, listTenantsOf } from "../rows/tenants.repo.ts";
import { listOpen } from "../rows/lease-money.repo.ts";
import { lockLeaseById } from "../leases/leases.service.ts";
import { insertReminders } from "../rows/reminders.repo.ts";

export const remindedView = z.strictObject({
  /** Tenants reminded by mail. */
  tenants: z.number().int(),
  /** Tenants who have switched off mails about rent. They see the reminder in Hearth only. */
  switchedOff: z.number().int(),
});

/**
 * Reminds a lease's tenants who have joined of open charges, by mail and in the product, once in twenty hours. Returns how many get the mail, and how many have
 * switched it off. @throws HearthError NOT_FOUND; CONFLICT where nothing is owed or nobody has joined; RATE_LIMITED.
 */
export async function remindTenants(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { idempotencyKey, ...fields }: { leaseId: string; idempotencyKey?: string | undefined },
  headerKey: string | null,
): Promise<z.infer<typeof remindedView>> {
  const merchantId = await merchantIdFor(deps, actor);
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
      const { id, timeZone, merchantId: landlordId } = await lockLeaseById(tx, merchantId, fields.leaseId);
      const lease = await findLease(tx, { merchantId: landlordId }, id);
      if (lease === null) throw new Error("A lease that is held was not found");
      const { owedCents, dueOn } = owedOn(await listOpen(tx, [id]), lease.unusedCents, dayIn(now, timeZone));
      if (dueOn === null || owedCents === 0) throw new HearthError("CONFLICT", { message: "Nothing is owed on this lease" });
      const userIds = (await listTenantsOf(tx, id)).flatMap((tenant) => (hasLeft(tenant, now) ? [] : (tenant.userId ?? [])));
      if (userIds.length === 0) {
        throw new HearthError("CONFLICT", { message: "Nobody of this lease has an account yet. Please invite them first." });
      }
      if (deps.env.hasRateLimits) await deps.sharedLimits.take("rentReminder", id, tx);
      const { merchant, property, unit } = lease;
      const about = {
        leaseId: fields.leaseId,
        merchant: merchant.name,
        place: `${property.name} ${unit.name}`,
        amountCents: owedCents,
        dueOn,
      };
      const key = `rent reminder ${id} ${now.toISOString()}`;
      const mailed = await notify(tx, { userIds, key, event: { kind: "rentReminder", ...about }, now });
      await insertReminders(tx, [{ leaseId: id, kind: "hand", dueOn, cents: owedCents, sentAt: now }]);
      const reminded = { tenants: mailed.length, switchedOff: userIds.length - mailed.length };
      const data = { cents: owedCents, ...reminded };
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "rent.reminded", subject: publicId("lease", id), data });
      return reminded;
    }),
  );
}
