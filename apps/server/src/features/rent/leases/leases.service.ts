import type { Transaction } from "@hearth/db/client";
import { transactWithRetry } from "@hearth/db/transact-again";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { letsHomes } from "@hearth/domain/merchants/party-words";
import { dayIn, monthAfter, monthOf, startOfDay } from "@hearth/domain/rent/calendar";
import { entryProblem, chargedOnEntry, type EnteredLease } from "@hearth/domain/rent/entry";
import { beyondLateFeeLaw, lateFeeLawAt } from "@hearth/domain/rent/late-fee-laws";
import type { ChangeLeaseInput, CreateLeaseInput, TermsInput } from "@hearth/domain/rent/inputs";
import { chargeMoment, dayName, firstPeriod, periodName, termsFor, versionsFrom } from "@hearth/domain/rent/periods";
import { requireUnchanged, versionAfter } from "../../../audit/changes.ts";
import type { Deps } from "../../../deps.ts";
import { once } from "../../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import { merchantIdFor, requireOwnMerchant } from "../../businesses/own-merchant.ts";
import { findFirstFreeMonth, insertCharges, insertLines } from "../rows/lease-money.repo.ts";
import {
  type aloneLock,
  hasOverlap,
  insertLease,
  insertTenants,
  insertTerms,
  type LeaseRow,
  listTerms,
  lockOwnLease,
  updateLease,
} from "../rows/lease-rows.repo.ts";
import { lateFeeOf } from "../charges/late-fee-terms.ts";
import { chargeEntered, chargeLeases, lineOf } from "../charges/make-charges.ts";
import { addedView } from "./properties.service.ts";
import { notifyTenants } from "./tell-tenants.ts";
import { findPlace, lockOwnUnit } from "../rows/properties.repo.ts";
import { inviteInto } from "../invitations/invitations.service.ts";
import { lockEnrolled } from "../rows/tenants.repo.ts";

/**
 * Locks a merchant's lease, or any lease where `merchantId` is null. @throws HearthError NOT_FOUND for another merchant's lease; CONFLICT for one that was
 * undone.
 */
export async function lockLeaseById(
  tx: Transaction,
  merchantId: string | null,
  leaseId: string,
  strength?: typeof aloneLock,
): Promise<LeaseRow> {
  const id = parsePublicId("lease", leaseId);
  const lease = id && (await lockOwnLease(tx, merchantId, id, strength));
  if (!lease) throw new HearthError("NOT_FOUND", { message: "Lease not found" });
  if (lease.undoneAt !== null) throw new HearthError("CONFLICT", { message: "This lease was undone. Nothing can be changed in it." });
  return lease;
}

/**
 * Creates a lease of a unit and charges what is due by now. Rent that is already late bears late fees only with `pastLateFees`. Tenants who chose this merchant
 * and confirmed their address join at once, or when they confirm it later. Unconfirmed accounts are invited; with `invite` also people without an account.
 * @throws HearthError NOT_FOUND for another merchant's unit. CONFLICT where another lease covers a day of it. VALIDATION where it would have more charges at
 * once than a new lease may.
 */
export async function createLease(deps: Deps, origin: CallOrigin, actor: Actor, input: CreateLeaseInput, key: string | null) {
  const { idempotencyKey = key, ...fields } = input;
  const merchant = await requireOwnMerchant(deps, actor);
  const merchantId = merchant.id;
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "rent.createLease", input: fields, answer: addedView, now };
  return transactWithRetry(deps.db, (tx) =>
    once(tx, request, async () => {
      const uuid = parsePublicId("unit", fields.unitId);
      const unitId = uuid && (await lockOwnUnit(tx, merchantId, uuid))?.id;
      if (!unitId) throw new HearthError("NOT_FOUND", { message: "Unit not found" });
      const { startsOn, endsOn = null, chargedFrom, pastLateFees, timeZone, proration, deposit = 0, partPayments, notes } = fields;
      if (await hasOverlap(tx, { unitId, startsOn, endsOn })) throw overlap();
      requireFirstOfMonth(chargedFrom, startsOn);
      const nextPeriod = firstPeriod(startsOn, chargedFrom);
      const terms = termsOf(fields);
      const term = { startsOn, endsOn, proration };
      requireFewCharges({ term, terms, lateFee: lateFeeOf(terms), chargedFrom, timeZone }, pastLateFees, now);
      const nextChargeAt = chargeMoment(term, terms, nextPeriod, timeZone);
      const values = {
        merchantId,
        unitId,
        ...term,
        timeZone,
        depositCents: deposit,
        partPayments,
        notes,
        nextPeriod,
        nextChargeAt,
        createdAt: now,
        updatedAt: now,
      };
      const lease = await insertLease(tx, values);
      const beyond = await checkLaw(tx, lease.id, terms, fields.beyondLaw);
      await insertTerms(tx, [{ leaseId: lease.id, fromPeriod: monthOf(startsOn), ...terms, createdBy: actor.userId, createdAt: now }]);
      const invitedIds = await addTenants(tx, lease, fields, now);
      await inviteInto({ deps, tx, origin, actor, merchant, now }, lease.id, invitedIds);
      // The deposit of a lease that ran elsewhere before was paid there.
      if (deposit > 0 && chargedFrom === undefined) await chargeDeposit(tx, lease, actor, now);
      await chargeEntered(tx, lease, pastLateFees, now);
      const subject = publicId("lease", lease.id);
      const data = {
        unit: fields.unitId,
        rentCents: terms.rentCents,
        startsOn,
        chargedFrom: nextPeriod,
        pastLateFees: String(pastLateFees),
        ...beyond,
      };
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "rent.leaseMade", subject, data });
      return { _id: subject };
    }),
  );
}

/** Requires the first of a month or the lease's start. A month is charged whole or by the days of the lease, never from another day on. */
function requireFirstOfMonth(chargedFrom: string | undefined, startsOn: string): void {
  if (chargedFrom === undefined || chargedFrom === monthOf(chargedFrom) || chargedFrom <= startsOn) return;
  const message = `Please choose the first of a month: ${dayName(monthOf(chargedFrom))} or ${dayName(monthAfter(monthOf(chargedFrom), 1))}`;
  throw new HearthError("VALIDATION", { message, fields: { chargedFrom: message } });
}

function requireFewCharges(lease: EnteredLease, pastLateFees: boolean, now: Date): void {
  const message = entryProblem(chargedOnEntry(lease, now), pastLateFees);
  if (message !== null) throw new HearthError("VALIDATION", { message, fields: { chargedFrom: message } });
}

export function overlap(): HearthError {
  return new HearthError("CONFLICT", { message: "Another lease of this unit covers some of these days. Please end it first." });
}

/** Converts entered terms to a row. */
function termsOf({ rent, dueDay, graceDays, lateFeeKind, lateFeeAmount, lateFeeRepeats, lateFeeCap }: TermsInput) {
  const none = { lateFeeKind: null, lateFeeAmount: null, lateFeeRepeats: null, lateFeeCapCents: null };
  const fee =
    lateFeeKind === "none" || lateFeeAmount === undefined
      ? none
      : { lateFeeKind, lateFeeAmount, lateFeeRepeats, lateFeeCapCents: lateFeeCap ?? null };
  return { rentCents: rent, dueDay, graceDays, ...fee };
}

/**
 * Returns for the audit log how a home's late fee exceeds the law of its property's state, or nothing. One statement where there is a fee. @throws HearthError
 * VALIDATION where it exceeds the law and `isMeant` is false.
 */
export async function checkLaw(
  tx: Transaction,
  leaseId: string,
  terms: Parameters<typeof lateFeeOf>[0] & { rentCents: number; graceDays: number },
  isMeant: boolean,
): Promise<{ beyondLaw?: string }> {
  const fee = lateFeeOf(terms);
  const place = fee && (await findPlace(tx, leaseId));
  const law = place && letsHomes(place.businessType) ? lateFeeLawAt(place.address) : null;
  const beyond = fee && law && beyondLateFeeLaw({ rentCents: terms.rentCents, graceDays: terms.graceDays, fee }, law);
  if (!beyond) return {};
  if (!isMeant) throw new HearthError("VALIDATION", { message: beyond.message, fields: { [beyond.field]: beyond.message } });
  return { beyondLaw: beyond.message };
}

/** Adds a lease's tenants. Returns the ids of those who are to be invited: an unconfirmed address may be somebody else's, and the mail decides. */
async function addTenants(
  tx: Transaction,
  lease: LeaseRow,
  { tenants, invite }: Pick<CreateLeaseInput, "tenants" | "invite">,
  now: Date,
): Promise<string[]> {
  const emails = tenants.map(({ email }) => email);
  const enrolled = await lockEnrolled(tx, lease.merchantId, emails);
  const rows = tenants.map(({ name, email }) => {
    const account = enrolled.get(email);
    const joined = account?.isConfirmed ? { userId: account.userId, joinedAt: now } : {};
    return { leaseId: lease.id, name, email, createdAt: now, ...joined };
  });
  const ids = await insertTenants(tx, rows);
  const isInvited = (email: string) => (invite ? enrolled.get(email)?.isConfirmed !== true : enrolled.get(email)?.isConfirmed === false);
  return emails.filter(isInvited).flatMap((email) => ids.get(email) ?? []);
}

async function chargeDeposit(tx: Transaction, lease: LeaseRow, actor: Actor, now: Date): Promise<void> {
  const { id: leaseId, depositCents: cents, startsOn: dueOn, timeZone } = lease;
  const common = { leaseId, kind: "deposit" as const, description: "Deposit", cents, dueOn, dueAt: startOfDay(dueOn, timeZone) };
  const made = await insertCharges(tx, [{ ...common, createdBy: actor.userId, createdAt: now }]);
  await insertLines(
    tx,
    made.map((charge) => lineOf(charge, now)),
  );
}

/**
 * Sets other terms from a month on, and notifies the tenants. A month whose new due day has passed already keeps the old due day. @throws HearthError
 * NOT_FOUND; VALIDATION for a day within a month and for a charged month; CONFLICT where somebody else changed it.
 */
export async function changeLease(deps: Deps, origin: CallOrigin, actor: Actor, input: ChangeLeaseInput, key: string | null) {
  const { idempotencyKey = key, ...fields } = input;
  const merchantId = await merchantIdFor(deps, actor);
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "rent.changeLease", input: fields, answer: addedView, now };
  return transactWithRetry(deps.db, (tx) =>
    once(tx, request, async () => {
      const lease = await lockLeaseById(tx, merchantId, fields.leaseId);
      requireUnchanged(lease.updatedAt, new Date(fields.seenAt));
      const { from, terms, versions, beyond } = await addTerms(tx, lease, fields, actor, now);
      const nextChargeAt = chargeMoment(lease, termsFor(versions, lease.nextPeriod), lease.nextPeriod, lease.timeZone);
      await updateLease(tx, lease.id, { nextChargeAt, updatedAt: versionAfter(lease.updatedAt, now) });
      if (nextChargeAt !== null && nextChargeAt <= now) await chargeLeases(tx, [lease], now);
      await notifyTenants(tx, lease, { change: "terms", from, rentCents: terms.rentCents, endsOn: null }, now);
      const data = { from, rentCents: terms.rentCents, dueDay: terms.dueDay, ...beyond };
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "rent.leaseChanged", subject: fields.leaseId, data });
      return { _id: fields.leaseId };
    }),
  );
}

/**
 * Stores the terms of a locked lease from a month on. Returns all versions of its terms. @throws HearthError VALIDATION for a day within a month and for a
 * charged month.
 */
export async function addTerms(
  tx: Transaction,
  lease: LeaseRow,
  { effectiveFrom, ...fields }: TermsInput & { effectiveFrom: string },
  actor: Actor,
  now: Date,
) {
  const from = monthOf(effectiveFrom);
  const free = await findFirstFreeMonth(tx, lease);
  if (from < free) {
    throw notFrom(`The rent is charged up to ${periodName(from)} or later. Please choose ${periodName(free)} or a month after it.`);
  }
  if (effectiveFrom !== from && effectiveFrom !== lease.startsOn) {
    throw notFrom(`New terms hold from the first of a month. Please choose ${dayName(from)} or ${dayName(monthAfter(from, 1))}.`);
  }
  const terms = termsOf(fields);
  const beyond = await checkLaw(tx, lease.id, terms, fields.beyondLaw);
  const before = (await listTerms(tx, [lease.id])).get(lease.id) ?? [];
  const added = versionsFrom(terms, before, from, dayIn(now, lease.timeZone));
  await insertTerms(
    tx,
    added.map((version) => ({ leaseId: lease.id, ...version, createdBy: actor.userId, createdAt: now })),
  );
  const versions = (await listTerms(tx, [lease.id])).get(lease.id) ?? [];
  return { from, terms, before, versions, beyond };
}

function notFrom(message: string): HearthError {
  return new HearthError("VALIDATION", { message, fields: { effectiveFrom: message } });
}
