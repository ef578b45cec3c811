import type { Transaction } from "@hearth/db/client";
import { transactAgain } from "@hearth/db/transact-again";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { letsHomes } from "@hearth/domain/merchants/party-words";
import { monthOf, startOfDay } from "@hearth/domain/rent/calendar";
import { beyondEntry, chargedOnEntry, type EnteredLease } from "@hearth/domain/rent/entry";
import { beyondLateFeeLaw, lateFeeLawAt } from "@hearth/domain/rent/late-fee-laws";
import type { ChangeLeaseInput, CreateLeaseInput, EndLeaseInput, TermsInput } from "@hearth/domain/rent/inputs";
import { chargeMoment, dayName, firstPeriod, periodName, type RentTerms, termsFor, unusedRent } from "@hearth/domain/rent/periods";
import { requireUnchanged, versionAfter } from "../../../audit/changes.ts";
import type { Deps } from "../../../deps.ts";
import { once } from "../../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import { actingFor, requireOwnMerchant } from "../../merchants/own-merchant.ts";
import { allocateLeases } from "../charges/allocate-leases.ts";
import { type ChargeRow, insertCharges, insertCredit, insertLines, listRentFrom } from "../rows/lease-money.repo.ts";
import {
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
import { findPlace, lockOwnUnit } from "../rows/properties.repo.ts";
import { inviteInto } from "../invitations/invitations.service.ts";
import { lockEnrolled } from "../rows/tenants.repo.ts";
import { voidHeldCharge } from "../charges/void-charge.ts";

/** A merchant's lease, or anybody's where none is named, held; @throws HearthError NOT_FOUND for one that is not the merchant's. */
export async function holdOwnLease(tx: Transaction, merchantId: string | null, leaseId: string): Promise<LeaseRow> {
  const id = parsePublicId("lease", leaseId);
  const lease = id && (await lockOwnLease(tx, merchantId, id));
  if (!lease) throw new HearthError("NOT_FOUND", { message: "Lease not found" });
  return lease;
}

/**
 * Lets a unit to tenants, and charges what is due by now; rent that is late already bears late fees only where that is said. Who of them chose this merchant and confirmed the address joins at once, and who confirms it
 * later joins by that; the others are invited.
 * @throws HearthError NOT_FOUND for a unit that is not the merchant's, CONFLICT where another lease covers a day of it, VALIDATION where it would be charged
 * for more at once than a new lease takes.
 */
export async function createLease(deps: Deps, origin: CallOrigin, actor: Actor, input: CreateLeaseInput, key: string | null) {
  const { idempotencyKey = key, ...given } = input;
  const merchant = await requireOwnMerchant(deps, actor);
  const merchantId = merchant.id;
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "rent.createLease", input: given, answer: addedView, now };
  return transactAgain(deps.db, (tx) =>
    once(tx, request, async () => {
      const uuid = parsePublicId("unit", given.unitId);
      const unitId = uuid && (await lockOwnUnit(tx, merchantId, uuid))?.id;
      if (!unitId) throw new HearthError("NOT_FOUND", { message: "Unit not found" });
      const { startsOn, endsOn = null, chargedFrom, pastLateFees, timeZone, proration, deposit = 0, partPayments, notes } = given;
      if (await hasOverlap(tx, { unitId, startsOn, endsOn })) throw overlap();
      const nextPeriod = firstPeriod(startsOn, chargedFrom);
      const terms = termsOf(given);
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
      const beyond = await checkLaw(tx, lease.id, terms, given.beyondLaw);
      await insertTerms(tx, { leaseId: lease.id, fromPeriod: monthOf(startsOn), ...terms, createdBy: actor.userId, createdAt: now });
      const waiting = await addTenants(tx, lease, given.tenants, now);
      await inviteInto({ deps, tx, origin, actor, merchant, now }, lease.id, waiting);
      // The deposit of a lease that ran elsewhere before was paid there.
      if (deposit > 0 && chargedFrom === undefined) await chargeDeposit(tx, lease, actor, now);
      await chargeEntered(tx, lease, pastLateFees, now);
      const subject = publicId("lease", lease.id);
      const data = {
        unit: given.unitId,
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

function requireFewCharges(lease: EnteredLease, pastLateFees: boolean, now: Date): void {
  const message = beyondEntry(chargedOnEntry(lease, now), pastLateFees);
  if (message !== null) throw new HearthError("VALIDATION", { message, fields: { chargedFrom: message } });
}

function overlap(): HearthError {
  return new HearthError("CONFLICT", { message: "Another lease of this unit covers some of these days. Please end it first." });
}

/** What was entered, as a row of terms. */
function termsOf({ rent, dueDay, graceDays, lateFeeKind, lateFeeAmount, lateFeeRepeats, lateFeeCap }: TermsInput) {
  const none = { lateFeeKind: null, lateFeeAmount: null, lateFeeRepeats: null, lateFeeCapCents: null };
  const fee =
    lateFeeKind === "none" || lateFeeAmount === undefined
      ? none
      : { lateFeeKind, lateFeeAmount, lateFeeRepeats, lateFeeCapCents: lateFeeCap ?? null };
  return { rentCents: rent, dueDay, graceDays, ...fee };
}

/**
 * What the audit log says of a late fee for a home that goes beyond the law of its property's state: nothing where it does not. One statement where there is a fee.
 * @throws HearthError VALIDATION where that is not said to be meant.
 */
async function checkLaw(
  tx: Transaction,
  leaseId: string,
  terms: ReturnType<typeof termsOf>,
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

/** Answers those who chose this merchant by an address that may be somebody else's: a mail to it decides whose place it is. */
async function addTenants(tx: Transaction, lease: LeaseRow, tenants: CreateLeaseInput["tenants"], now: Date): Promise<string[]> {
  const emails = tenants.map(({ email }) => email);
  const enrolled = await lockEnrolled(tx, lease.merchantId, emails);
  const rows = tenants.map(({ name, email }) => {
    const account = enrolled.get(email);
    const joined = account?.isConfirmed ? { userId: account.userId, joinedAt: now } : {};
    return { leaseId: lease.id, name, email, createdAt: now, ...joined };
  });
  const ids = await insertTenants(tx, rows);
  return emails.flatMap((email) => (enrolled.get(email)?.isConfirmed === false ? (ids.get(email) ?? []) : []));
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

/** Other terms from a month on. @throws HearthError NOT_FOUND; VALIDATION for a month that is charged; CONFLICT where somebody else changed it. */
export async function changeLease(deps: Deps, origin: CallOrigin, actor: Actor, input: ChangeLeaseInput, key: string | null) {
  const { idempotencyKey = key, ...given } = input;
  const merchantId = await actingFor(deps, actor);
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "rent.changeLease", input: given, answer: addedView, now };
  return transactAgain(deps.db, (tx) =>
    once(tx, request, async () => {
      const lease = await holdOwnLease(tx, merchantId, given.leaseId);
      requireUnchanged(lease.updatedAt, new Date(given.seenAt));
      const fromPeriod = monthOf(given.effectiveFrom);
      if (fromPeriod < lease.nextPeriod) {
        const message = `The rent is charged up to ${periodName(fromPeriod)} or later. Please choose ${periodName(lease.nextPeriod)} or a month after it.`;
        throw new HearthError("VALIDATION", { message, fields: { effectiveFrom: message } });
      }
      const terms = termsOf(given);
      const beyond = await checkLaw(tx, lease.id, terms, given.beyondLaw);
      await insertTerms(tx, { leaseId: lease.id, fromPeriod, ...terms, createdBy: actor.userId, createdAt: now });
      const versions = (await listTerms(tx, [lease.id])).get(lease.id) ?? [];
      const nextChargeAt = chargeMoment(lease, termsFor(versions, lease.nextPeriod), lease.nextPeriod, lease.timeZone);
      await updateLease(tx, lease.id, { nextChargeAt, updatedAt: versionAfter(lease.updatedAt, now) });
      if (nextChargeAt !== null && nextChargeAt <= now) await chargeLeases(tx, [lease], now);
      const data = { from: fromPeriod, rentCents: terms.rentCents, ...beyond };
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "rent.leaseChanged", subject: given.leaseId, data });
      return { _id: given.leaseId };
    }),
  );
}

/**
 * Says which day is a lease's last. Rent that was charged for days after it is voided, or given back by a credit where some days of the month stay.
 * @throws HearthError NOT_FOUND; VALIDATION for a day before the lease; CONFLICT where another lease follows, somebody else changed it, or an earlier
 * end was charged already.
 */
export async function endLease(deps: Deps, origin: CallOrigin, actor: Actor, input: EndLeaseInput, key: string | null) {
  const { idempotencyKey = key, ...given } = input;
  const { endsOn } = given;
  const merchantId = await actingFor(deps, actor);
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure: "rent.endLease", input: given, answer: addedView, now };
  return transactAgain(deps.db, (tx) =>
    once(tx, request, async () => {
      const lease = await holdOwnLease(tx, merchantId, given.leaseId);
      requireUnchanged(lease.updatedAt, new Date(given.seenAt));
      requireWithin(lease, endsOn);
      await lockOwnUnit(tx, lease.merchantId, lease.unitId);
      if (await hasOverlap(tx, { unitId: lease.unitId, startsOn: lease.startsOn, endsOn, except: lease.id })) throw overlap();
      const ended = { ...lease, endsOn };
      const versions = (await listTerms(tx, [lease.id])).get(lease.id) ?? [];
      const affected = await listRentFrom(tx, lease.id, monthOf(lease.endsOn !== null && lease.endsOn < endsOn ? lease.endsOn : endsOn));
      if (lease.endsOn !== null && affected.length > 0) {
        const message = "The rent up to its end is charged already. Please put it right by a charge or a credit.";
        throw new HearthError("CONFLICT", { message });
      }
      for (const charge of affected) await giveBack(tx, ended, charge, termsFor(versions, charge.period ?? lease.nextPeriod), actor, now);
      const nextChargeAt = chargeMoment(ended, termsFor(versions, lease.nextPeriod), lease.nextPeriod, lease.timeZone);
      await updateLease(tx, lease.id, { endsOn, nextChargeAt, updatedAt: versionAfter(lease.updatedAt, now) });
      if (nextChargeAt !== null && nextChargeAt <= now) await chargeLeases(tx, [ended], now);
      await allocateLeases(tx, [lease.id], now);
      await insertAuditEntry(tx, origin, {
        at: now,
        actorId: actor.userId,
        action: "rent.leaseEnded",
        subject: given.leaseId,
        data: { endsOn },
      });
      return { _id: given.leaseId };
    }),
  );
}

function requireWithin(lease: LeaseRow, endsOn: string): void {
  if (endsOn >= lease.startsOn) return;
  const message = `The lease begins on ${dayName(lease.startsOn)}`;
  throw new HearthError("VALIDATION", { message, fields: { endsOn: message } });
}

async function giveBack(tx: Transaction, ended: LeaseRow, charge: ChargeRow, terms: RentTerms, actor: Actor, now: Date): Promise<void> {
  if (charge.period === null || ended.endsOn === null) return;
  const unused = unusedRent({ period: charge.period, cents: charge.cents }, ended, terms);
  if (unused === null) return;
  if (unused.cents === charge.cents)
    return voidHeldCharge(tx, charge, { by: actor.userId, at: now, reason: `The last day is ${dayName(ended.endsOn)}` });
  const arrivedAt = startOfDay(charge.dueOn, ended.timeZone);
  const credit = await insertCredit(tx, { leaseId: ended.id, kind: "credit", arrivedAt, createdBy: actor.userId, createdAt: now });
  const note = `Unused rent for ${periodName(charge.period)}: ${unused.formula}`;
  const line = { leaseId: ended.id, kind: "credit" as const, creditId: credit.id, cents: -unused.cents, effectiveOn: charge.dueOn };
  await insertLines(tx, [{ ...line, postedAt: now, note, actorId: actor.userId }]);
}
