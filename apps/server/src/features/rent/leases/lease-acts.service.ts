import type { Transaction } from "@hearth/db/client";
import { transactWithRetry } from "@hearth/db/transact-again";
import type { AuditAction } from "@hearth/domain/admin/audit-actions";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import { formatUsd } from "@hearth/domain/money";
import { dayIn, earlier, startOfDay } from "@hearth/domain/rent/calendar";
import { leaseFullMessage } from "@hearth/domain/rent/entry";
import type {
  AddChargeInput,
  AddLeaseCreditInput,
  ReverseLeaseCreditInput,
  SetPartPaymentsInput,
  VoidChargeInput,
} from "@hearth/domain/rent/inputs";
import { dayName } from "@hearth/domain/rent/periods";
import { z } from "zod";
import { versionAfter } from "../../../audit/changes.ts";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { once } from "../../../idempotency/once.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { merchantIdFor } from "../../businesses/own-merchant.ts";
import { allocateLeases } from "../charges/allocate-leases.ts";
import {
  countOpen,
  findCharge,
  findCredit,
  insertCharges,
  insertCredit,
  insertLines,
  listOpen,
  postShortPayments,
} from "../rows/lease-money.repo.ts";
import { type LeaseRow, updateLease } from "../rows/lease-rows.repo.ts";
import { lockLeaseById } from "./leases.service.ts";
import { lineOf } from "../charges/make-charges.ts";
import { addedView } from "./properties.service.ts";
import { voidHeldCharges } from "../charges/void-charge.ts";
import { isFeeAskedOnce, voidWrongFees } from "../charges/wrong-late-fees.ts";
import { listFeesOf, waiveFees } from "../rows/late-fees.repo.ts";

/** An act on a lease's ledger: the actor, the call and its input. */
interface Act<Input> {
  deps: Deps;
  origin: CallOrigin;
  actor: Actor;
  procedure: string;
  action: AuditAction;
  input: Input;
  key: string | null;
}

/** The result of an act: the lease, and the id of the charge or credit that it made or ended. */
interface Done {
  lease: LeaseRow;
  subject: string;
  data: Record<string, string | number>;
}

/** The id of a credit, and the number of late fees that were voided, or lowered, with it. */
export const creditAddedView = addedView.extend({ feesVoided: z.number().int().default(0) });

type Run = (tx: Transaction, merchantId: string | null, now: Date) => Promise<Done>;

/** Runs an act in one transaction, once per idempotency key. Afterwards allocates unused money to open charges and writes the audit log. */
export async function act<Input extends { idempotencyKey?: string | undefined }>(asked: Act<Input>, run: Run) {
  const { _id } = await actWithFees(asked, run);
  return { _id };
}

/** Runs an act like `act`. Also returns the number of late fees that were corrected with it. */
async function actWithFees<Input extends { idempotencyKey?: string | undefined }>(
  { deps, origin, actor, procedure, action, input, key }: Act<Input>,
  run: Run,
) {
  const { idempotencyKey = key, ...fields } = input;
  const merchantId = await merchantIdFor(deps, actor);
  const now = deps.clock.now();
  const request = { scope: actor.userId, key: idempotencyKey, procedure, input: fields, answer: creditAddedView, now };
  return transactWithRetry(deps.db, (tx) =>
    once(tx, request, async () => {
      const { lease, subject, data } = await run(tx, merchantId, now);
      await allocateLeases(tx, [lease.id], now);
      const details = { lease: publicId("lease", lease.id), ...data };
      await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action, subject, data: details });
      return { _id: subject, feesVoided: Number(data.feesVoided ?? 0) };
    }),
  );
}

/** Adds a one-off charge to a lease. @throws HearthError NOT_FOUND; CONFLICT where the lease has as many open charges as it may have. */
export async function addCharge(deps: Deps, origin: CallOrigin, actor: Actor, input: AddChargeInput, key: string | null) {
  return act({ deps, origin, actor, procedure: "rent.addCharge", action: "rent.charged", input, key }, async (tx, merchantId, now) => {
    const lease = await lockLeaseById(tx, merchantId, input.leaseId);
    if (((await countOpen(tx, [lease.id])).get(lease.id) ?? 0) >= limits.openChargesPerLease)
      throw new HearthError("CONFLICT", { message: leaseFullMessage });
    const { kind, description, amount: cents, dueOn } = input;
    const dueAt = startOfDay(dueOn, lease.timeZone);
    const values = { leaseId: lease.id, kind, description, cents, dueOn, dueAt, createdBy: actor.userId, createdAt: now };
    const [charge] = await insertCharges(tx, [values]);
    if (charge === undefined) throw new Error("The charge was not made");
    await insertLines(tx, [lineOf(charge, now)]);
    return { lease, subject: publicId("charge", charge.id), data: { kind, cents } };
  });
}

/**
 * Allows or forbids paying bills in parts. Open checkouts stay open. Once allowed, money that arrived for short payments counts from then on. @throws
 * HearthError NOT_FOUND.
 */
export async function setPartPayments(deps: Deps, origin: CallOrigin, actor: Actor, input: SetPartPaymentsInput, key: string | null) {
  return act(
    { deps, origin, actor, procedure: "rent.setPartPayments", action: "rent.partPaymentsSet", input, key },
    async (tx, merchantId, now) => {
      const lease = await lockLeaseById(tx, merchantId, input.leaseId);
      const { partPayments } = input;
      await updateLease(tx, lease.id, { partPayments, updatedAt: versionAfter(lease.updatedAt, now) });
      if (partPayments) await postShortPayments(tx, lease.id, now);
      return { lease, subject: input.leaseId, data: { partPayments: String(partPayments) } };
    },
  );
}

/**
 * Voids a charge, and the late fees of voided rent. Money that paid them becomes the tenants' credit. A late fee is waived alone, or with `fees: "all"`
 * together with all other fees of its rent, past and future. @throws HearthError NOT_FOUND, CONFLICT for a voided charge.
 */
export async function voidCharge(deps: Deps, origin: CallOrigin, actor: Actor, input: VoidChargeInput, key: string | null) {
  return act(
    { deps, origin, actor, procedure: "rent.voidCharge", action: "rent.chargeVoided", input, key },
    async (tx, merchantId, now) => {
      const id = parsePublicId("charge", input.chargeId);
      const found = id && (await findCharge(tx, id));
      const lease = found && (await lockLeaseById(tx, merchantId, publicId("lease", found.leaseId)).catch(missing("Charge not found")));
      if (!lease) throw new HearthError("NOT_FOUND", { message: "Charge not found" });
      // Reads the charge again, now that the lock keeps others from voiding or paying it.
      const charge = await findCharge(tx, found.id);
      if (charge === null || charge.voidedAt !== null) throw new HearthError("CONFLICT", { message: "This charge is already voided" });
      const { forChargeId } = charge;
      const all = forChargeId !== null && input.fees === "all" ? await listFeesOf(tx, [forChargeId]) : [charge];
      await voidHeldCharges(tx, all, { by: actor.userId, at: now, reason: input.reason });
      if (forChargeId !== null && (input.fees === "all" || (await isFeeAskedOnce(tx, lease.id, forChargeId)))) {
        await waiveFees(tx, forChargeId, now);
      }
      const waived = forChargeId !== null && input.fees === "all" ? { waived: all.length } : {};
      return { lease, subject: input.chargeId, data: { cents: charge.cents, reason: input.reason, ...waived } };
    },
  );
}

/** Replaces a NOT_FOUND error with one that names the requested thing, so that another merchant's lease is not revealed. */
export function missing(message: string) {
  return (error: unknown): never => {
    if (error instanceof HearthError && error.code === "NOT_FOUND") throw new HearthError("NOT_FOUND", { message });
    throw error;
  };
}

/**
 * Adds a credit, a write-off, or a note of money that came outside of Hearth. @throws HearthError NOT_FOUND; VALIDATION for a day in the future; CONFLICT where
 * more is written off than is open.
 */
export async function addLeaseCredit(deps: Deps, origin: CallOrigin, actor: Actor, input: AddLeaseCreditInput, key: string | null) {
  return actWithFees(
    { deps, origin, actor, procedure: "rent.addCredit", action: "rent.credited", input, key },
    async (tx, merchantId, now) => {
      const lease = await lockLeaseById(tx, merchantId, input.leaseId);
      const { kind, amount: cents, on, note } = input;
      requireDay(lease, { kind, on }, now);
      if (kind === "writeOff") await requireOpen(tx, lease.id, cents);
      const arrivedAt = startOfDay(on, lease.timeZone);
      const credit = await insertCredit(tx, { leaseId: lease.id, kind, arrivedAt, createdBy: actor.userId, createdAt: now });
      const line = {
        leaseId: lease.id,
        kind,
        creditId: credit.id,
        cents: -cents,
        effectiveOn: on,
        postedAt: now,
        note,
        actorId: actor.userId,
      };
      await insertLines(tx, [line]);
      const voided = input.voidFees ? await voidWrongFees(tx, lease, { on, by: actor.userId, at: now }) : null;
      const data = { kind, cents, note, ...(voided && { feesVoided: voided }) };
      return { lease, subject: publicId("leaseCredit", credit.id), data };
    },
  );
}

/** Requires a day up to today, and for a credit or write-off one within the lease. Money from outside may have come before the lease began. */
function requireDay(lease: LeaseRow, { kind, on }: { kind: string; on: string }, now: Date): void {
  const today = dayIn(now, lease.timeZone);
  if (on > today) throw dayRefused("This day is still to come");
  if (kind !== "outside" && on < earlier(lease.startsOn, today)) throw dayRefused(`The lease begins on ${dayName(lease.startsOn)}`);
}

function dayRefused(message: string): HearthError {
  return new HearthError("VALIDATION", { message, fields: { on: message } });
}

async function requireOpen(tx: Transaction, leaseId: string, cents: number): Promise<void> {
  const open = (await listOpen(tx, [leaseId])).reduce((sum, { openCents }) => sum + openCents, 0);
  if (cents > open) throw new HearthError("CONFLICT", { message: `Only ${formatUsd(open)} is open` });
}

/** Takes back a credit, a write-off or a note of money. @throws HearthError NOT_FOUND, CONFLICT for a payment or an entry already taken back. */
export async function reverseLeaseCredit(deps: Deps, origin: CallOrigin, actor: Actor, input: ReverseLeaseCreditInput, key: string | null) {
  const common = { deps, origin, actor, procedure: "rent.reverseCredit", action: "rent.creditReversed" as const, input, key };
  return act(common, async (tx, merchantId, now) => {
    const id = parsePublicId("leaseCredit", input.creditId);
    const found = id && (await findCredit(tx, id));
    const lease = found && (await lockLeaseById(tx, merchantId, publicId("lease", found.leaseId)).catch(missing("Entry not found")));
    if (!lease) throw new HearthError("NOT_FOUND", { message: "Entry not found" });
    const credit = await findCredit(tx, found.id);
    if (credit?.kind === "payment") throw new HearthError("CONFLICT", { message: "To reverse a payment, refund it" });
    if (credit === null || credit.receivedCents === 0) throw new HearthError("CONFLICT", { message: "This is already reversed" });
    const effectiveOn = dayIn(credit.arrivedAt ?? now, lease.timeZone);
    const line = { leaseId: lease.id, kind: "reversal" as const, creditId: credit.id, cents: credit.receivedCents, effectiveOn };
    await insertLines(tx, [{ ...line, postedAt: now, note: input.reason, actorId: actor.userId }]);
    return { lease, subject: input.creditId, data: { cents: credit.receivedCents, reason: input.reason } };
  });
}
