import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import type { EndAutopayInput, SkipScheduledPaymentInput } from "@hearth/domain/autopay/inputs";
import { parsePublicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { nothing, once } from "../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { staysOf } from "../rent/bills/bills.service.ts";
import { lockScheduledPayment, lockScheduledPaymentsOf, resumeScheduledPaymentsOf } from "./scheduled-payments.repo.ts";
import { endScheduledPayment } from "./end-scheduled-payment.ts";

/**
 * Skips one month of autopay and erases its signature, also for an unsigned or ended one.
 *
 * @throws HearthError NOT_FOUND, CONFLICT while it is being paid or after that.
 */
export async function skipScheduledPayment(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: SkipScheduledPaymentInput,
  key: string | null,
) {
  const { idempotencyKey = key, ...asGiven } = input;
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "autopay.skip", input: asGiven, answer: nothing, now };
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      const id = parsePublicId("scheduledPayment", input.scheduledPaymentId);
      const locked = id && (await lockScheduledPayment(tx, id));
      if (!locked || locked.payerId !== actor.userId) throw new HearthError("NOT_FOUND", { message: "Autopay not found" });
      if (locked.status === "skipped") return null;
      if (locked.status === "sent" || locked.status === "paid") {
        const message = locked.status === "sent" ? "This is being paid right now" : "This is already paid";
        throw new HearthError("CONFLICT", { message });
      }
      await endScheduledPayment(tx, locked, { status: "skipped" }, now);
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "autopay.skipped", subject: input.scheduledPaymentId });
      return null;
    }),
  );
}

/**
 * Pauses or stops a tenant's autopay of a lease and erases all pending signatures. Paused months are offered for signing again; stopped
 * ones are not. A payment in progress continues. @throws HearthError NOT_FOUND for a lease that is not theirs.
 */
export async function endAutopay(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { input, key, procedure, as }: { input: EndAutopayInput; key: string | null; procedure: string; as: "paused" | "stopped" },
) {
  const { idempotencyKey = key, ...asGiven } = input;
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure, input: asGiven, answer: nothing, now };
  return deps.db.transaction((tx) =>
    once(tx, request, async () => {
      const leaseId = parsePublicId("lease", input.leaseId);
      if (leaseId === null || !(await staysOf(tx, actor.userId, now)).has(leaseId))
        throw new HearthError("NOT_FOUND", { message: "Lease not found" });
      const statuses = as === "paused" ? (["asked", "ready"] as const) : (["asked", "ready", "paused"] as const);
      const locked = await lockScheduledPaymentsOf(tx, { leaseId, payerId: actor.userId, statuses });
      for (const scheduledPayment of locked) await endScheduledPayment(tx, scheduledPayment, { status: as }, now);
      if (locked.length === 0) return null;
      const entry = { at: now, actorId: actor.userId, action: `autopay.${as}` as const, subject: input.leaseId };
      await insertAuditEntry(tx, origin, { ...entry, data: { scheduledPayments: locked.length } });
      return null;
    }),
  );
}

/** Makes the scheduled payments due now that waited only because their payer's account was not active. */
export function resumeAutopay(tx: Transaction, payerId: string, now: Date): Promise<void> {
  return resumeScheduledPaymentsOf(tx, payerId, now);
}

/** Stops a payer's autopay of every lease, also of those that they have moved out of, and erases all pending signatures. */
export async function stopAllAutopay(tx: Transaction, payerId: string, now: Date): Promise<void> {
  const locked = await lockScheduledPaymentsOf(tx, { payerId, statuses: ["asked", "ready", "paused"] });
  for (const scheduledPayment of locked) await endScheduledPayment(tx, scheduledPayment, { status: "stopped" }, now);
}
