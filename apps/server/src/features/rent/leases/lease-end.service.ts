import type { Transaction } from "@hearth/db/client";
import { transactWithRetry } from "@hearth/db/transact-again";
import { HearthError } from "@hearth/domain/errors";
import { formatUsd } from "@hearth/domain/money";
import { later, monthOf } from "@hearth/domain/rent/calendar";
import type { RenewalItem } from "@hearth/domain/rent/desk-inputs";
import type { EndLeaseInput, RenewLeaseInput, TermsInput, UndoLeaseInput } from "@hearth/domain/rent/inputs";
import { chargeMoment, dayName, termsFor } from "@hearth/domain/rent/periods";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import { requireUnchanged, versionAfter } from "../../../audit/changes.ts";
import type { Deps } from "../../../deps.ts";
import { once } from "../../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { merchantIdFor } from "../../businesses/own-merchant.ts";
import { allocateLeases } from "../charges/allocate-leases.ts";
import { chargeLeases } from "../charges/make-charges.ts";
import { type LeaseWithTerms, moveEnd } from "../charges/move-end.ts";
import { voidHeldCharges } from "../charges/void-charge.ts";
import { findLeaseMoney, listGivenCreditIds, listLiveCharges, reverseCredits } from "../rows/lease-money.repo.ts";
import { aloneLock, hasOverlap, type LeaseRow, listTerms, updateLease } from "../rows/lease-rows.repo.ts";
import { lockOwnUnit } from "../rows/properties.repo.ts";
import { addTerms, checkLaw, lockLeaseById, overlap } from "./leases.service.ts";
import { addedView } from "./properties.service.ts";
import { notifyTenants } from "./tell-tenants.ts";

/**
 * Sets or moves a lease's last day, or removes it with null. Rent for days after it is voided, or credited where only some days of its month are after it. What
 * was voided and credited for the former end is charged again and taken back. Notifies the tenants. @throws HearthError NOT_FOUND; VALIDATION for a day before
 * the lease; CONFLICT where another lease follows or somebody else changed it.
 */
export async function endLease(deps: Deps, origin: CallOrigin, actor: Actor, input: EndLeaseInput, key: string | null) {
  const { idempotencyKey = key, ...fields } = input;
  const { endsOn } = fields;
  const merchantId = await merchantIdFor(deps, actor);
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "rent.endLease", input: fields, answer: addedView, now };
  return transactWithRetry(deps.db, (tx) =>
    once(tx, request, async () => {
      const lease = await lockLeaseById(tx, merchantId, fields.leaseId);
      requireUnchanged(lease.updatedAt, new Date(fields.seenAt));
      if (endsOn === lease.endsOn) return { _id: fields.leaseId };
      if (endsOn !== null && endsOn < lease.startsOn) throw notUntil(`The lease begins on ${dayName(lease.startsOn)}`);
      const versions = (await listTerms(tx, [lease.id])).get(lease.id) ?? [];
      await applyEnd(tx, { lease, versions }, { lease: { ...lease, endsOn }, versions }, actor, now);
      await notifyTenants(tx, lease, { change: endsOn === null ? "goesOn" : "ends", endsOn, from: null, rentCents: null }, now);
      const data = { from: lease.endsOn, to: endsOn };
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "rent.leaseEnded", subject: fields.leaseId, data });
      return { _id: fields.leaseId };
    }),
  );
}

/**
 * Renews a lease: a later end or none, with new terms from a month on, in one act. Notifies the tenants.
 * @throws HearthError NOT_FOUND; VALIDATION for an end that is not later or lies before the new terms, and for a charged month. CONFLICT where another lease
 * follows or somebody else changed it.
 */
export async function renewLease(deps: Deps, origin: CallOrigin, actor: Actor, input: RenewLeaseInput, key: string | null) {
  const { idempotencyKey = key, ...fields } = input;
  return renew({ deps, origin, actor, procedure: "rent.renewLease", key: idempotencyKey }, fields, async () => fields);
}

/** Renews a lease like `renewLease` with another rent. All other terms stay as they are in the month from which the rent holds. */
export async function renewWithRent(deps: Deps, origin: CallOrigin, actor: Actor, item: RenewalItem, key: string | null) {
  return renew({ deps, origin, actor, procedure: "rent.renewMany", key }, item, async (tx, lease) => {
    const versions = (await listTerms(tx, [lease.id])).get(lease.id) ?? [];
    const kept = termsFor(versions, later(monthOf(item.effectiveFrom), monthOf(lease.startsOn)));
    const { dueDay, graceDays, lateFeeKind, lateFeeAmount, lateFeeRepeats, lateFeeCapCents } = kept;
    return {
      rent: item.rent,
      dueDay,
      graceDays,
      lateFeeKind: lateFeeKind ?? "none",
      lateFeeAmount: lateFeeAmount ?? undefined,
      lateFeeRepeats: lateFeeRepeats ?? "once",
      lateFeeCap: lateFeeCapCents ?? undefined,
      // A late fee above the law was confirmed when its terms were entered.
      beyondLaw: (await checkLaw(tx, lease.id, kept, true)).beyondLaw !== undefined,
    };
  });
}

interface Renewing {
  deps: Deps;
  origin: CallOrigin;
  actor: Actor;
  procedure: string;
  key: string | null;
}

async function renew<Fields extends Pick<RenewalItem, "leaseId" | "endsOn" | "effectiveFrom" | "seenAt">>(
  { deps, origin, actor, procedure, key }: Renewing,
  fields: Fields,
  termsOf: (tx: Transaction, lease: LeaseRow) => Promise<TermsInput>,
) {
  const { endsOn, leaseId, seenAt, effectiveFrom } = fields;
  const merchantId = await merchantIdFor(deps, actor);
  const now = deps.clock.now();
  const request = { scope: actor.userId, key, procedure, input: fields, answer: addedView, now };
  return transactWithRetry(deps.db, (tx) =>
    once(tx, request, async () => {
      const lease = await lockLeaseById(tx, merchantId, leaseId);
      requireUnchanged(lease.updatedAt, new Date(seenAt));
      if (endsOn !== null && lease.endsOn !== null && endsOn <= lease.endsOn)
        throw notUntil(`The lease ends on ${dayName(lease.endsOn)} as it is. Please choose a later day.`);
      const changed = await addTerms(tx, lease, { ...(await termsOf(tx, lease)), effectiveFrom }, actor, now);
      if (endsOn !== null && endsOn < changed.from) throw notUntil("The last day is before the new terms begin");
      const before = { lease, versions: changed.before };
      await applyEnd(tx, before, { lease: { ...lease, endsOn }, versions: changed.versions }, actor, now);
      const { rentCents } = changed.terms;
      await notifyTenants(tx, lease, { change: "renewed", endsOn, from: changed.from, rentCents }, now);
      const data = { from: changed.from, rentCents, dueDay: changed.terms.dueDay, endedOn: lease.endsOn, endsOn, ...changed.beyond };
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "rent.leaseRenewed", subject: leaseId, data });
      return { _id: leaseId };
    }),
  );
}

function notUntil(message: string): HearthError {
  return new HearthError("VALIDATION", { message, fields: { endsOn: message } });
}

/** Sets another end of a locked lease, and adjusts its charges and its next charge. @throws HearthError CONFLICT where another lease follows. */
async function applyEnd(tx: Transaction, before: LeaseWithTerms, after: LeaseWithTerms, actor: Actor, now: Date): Promise<void> {
  const { lease, versions } = after;
  const { id, endsOn, startsOn, unitId, nextPeriod } = lease;
  await lockOwnUnit(tx, lease.merchantId, unitId);
  if (await hasOverlap(tx, { unitId, startsOn, endsOn, except: id })) throw overlap();
  const reason = endsOn === null ? "The lease goes on" : `The last day is ${dayName(endsOn)}`;
  await moveEnd(tx, before, after, { by: actor.userId, at: now, reason });
  const nextChargeAt = chargeMoment(lease, termsFor(versions, nextPeriod), nextPeriod, lease.timeZone);
  await updateLease(tx, id, { endsOn, nextChargeAt, updatedAt: versionAfter(lease.updatedAt, now) });
  if (nextChargeAt !== null && nextChargeAt <= now) await chargeLeases(tx, [lease], now);
  await allocateLeases(tx, [id], now);
}

/**
 * Undoes a lease that was entered by mistake. Voids its charges, takes its credits back, and frees its unit. The lease stays readable by its address, is in no
 * list, and can only be entered again. Notifies the tenants. Twelve statements, whatever the lease holds. @throws HearthError NOT_FOUND; CONFLICT where money was
 * counted for it, a payment is open, or somebody else changed it.
 */
export async function undoLease(deps: Deps, origin: CallOrigin, actor: Actor, input: UndoLeaseInput, key: string | null) {
  const { idempotencyKey = key, ...fields } = input;
  const { leaseId, reason } = fields;
  const merchantId = await merchantIdFor(deps, actor);
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "rent.undoLease", input: fields, answer: addedView, now };
  return transactWithRetry(deps.db, (tx) =>
    once(tx, request, async () => {
      const lease = await lockLeaseById(tx, merchantId, leaseId, aloneLock);
      requireUnchanged(lease.updatedAt, new Date(fields.seenAt));
      await requireNoMoney(tx, lease);
      const act = { by: actor.userId, at: now, reason };
      await voidHeldCharges(tx, await listLiveCharges(tx, lease.id), act);
      await reverseCredits(tx, await listGivenCreditIds(tx, lease.id), act);
      await updateLease(tx, lease.id, { undoneAt: now, nextChargeAt: null, updatedAt: versionAfter(lease.updatedAt, now) });
      await allocateLeases(tx, [lease.id], now);
      await notifyTenants(tx, lease, { change: "undone", endsOn: null, from: null, rentCents: null }, now);
      await insertAuditEntry(tx, origin, {
        at: now,
        actorId: actor.userId,
        action: "rent.leaseUndone",
        subject: leaseId,
        data: { reason },
      });
      return { _id: leaseId };
    }),
  );
}

async function requireNoMoney(tx: Transaction, { id }: LeaseRow): Promise<void> {
  const { cents, isPaying } = await findLeaseMoney(tx, id);
  if (cents > 0) {
    const message = `${formatUsd(cents)} is counted for this lease, so it cannot be undone. Please end it, or apply the money to another lease first.`;
    throw new HearthError("CONFLICT", { message });
  }
  if (!isPaying) return;
  throw new HearthError("CONFLICT", {
    message: "A tenant is paying for this lease right now. Please wait until the payment has arrived or is over.",
  });
}
