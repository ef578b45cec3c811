import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import { maxDepositsListed } from "@hearth/domain/account/closing";
import { HearthError } from "@hearth/domain/errors";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { formatUsd, wireAmount } from "@hearth/domain/money";
import { dayIn, startOfDay } from "@hearth/domain/rent/calendar";
import { dayName } from "@hearth/domain/rent/periods";
import type { GiveBackInput, KeepDepositInput } from "@hearth/domain/rent/inputs";
import { z } from "zod";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { insertDepositCredit } from "../charges/named-refunds.ts";
import {
  type LeaseMoneyRow,
  listHeldDeposits,
  listLeaseMoney,
  listOwedDeposits,
  sumAllocated,
  sumHeldOf,
  takeFromCharge,
} from "../rows/deposits.repo.ts";
import type { LeaseViewer } from "../rows/lease-lists.repo.ts";
import { findCharge, findCredit, insertAllocations, insertLines, type LeaseCreditRow, listOpen } from "../rows/lease-money.repo.ts";
import { allocateLeases } from "../charges/allocate-leases.ts";
import { act, missing } from "./lease-acts.service.ts";
import { type LeaseRow, lockOwnLease } from "../rows/lease-rows.repo.ts";
import { lockLeaseById } from "./leases.service.ts";
import { requireLease } from "./read-leases.ts";

/** Tenants' money that a landlord has, in dollars: held for a deposit, or unused. */
export const leaseMoneyView = z.strictObject({
  creditId: z.string(),
  /** The payment that brought it. Null for money that came outside of Hearth. */
  paymentId: z.string().nullable(),
  payer: z.string().nullable(),
  /** The deposit for which it is held. Null for unused money. */
  chargeId: z.string().nullable(),
  description: z.string().nullable(),
  amount: z.number(),
  /** The part of its payment that an open refund is already sending back. */
  onItsWay: z.number(),
});

/** The money that a landlord has of a lease's tenants, deposits first. @throws HearthError NOT_FOUND. */
export async function readLeaseMoney(deps: Deps, viewer: LeaseViewer, leaseId: string): Promise<z.infer<typeof leaseMoneyView>[]> {
  const { lease } = await requireLease(deps, viewer, leaseId);
  return (await listLeaseMoney(deps.db, moneyOf(lease, deps.clock.now()))).map(viewLeaseMoney);
}

const moneyOf = ({ id, endsOn, timeZone }: LeaseRow, now: Date) => ({
  leaseId: id,
  isOver: endsOn !== null && endsOn < dayIn(now, timeZone),
});

function viewLeaseMoney({ creditId, paymentId, payer, chargeId, description, cents, openRefundCents }: LeaseMoneyRow) {
  return {
    creditId: publicId("leaseCredit", creditId),
    paymentId: paymentId && publicId("payment", paymentId),
    payer,
    chargeId: chargeId && publicId("charge", chargeId),
    description,
    amount: wireAmount(cents),
    onItsWay: wireAmount(openRefundCents),
  };
}

/** The deposits that landlords hold for an account, as far as they are listed before it closes. */
export const readOwedDeposits = (db: DatabaseOrTransaction, userId: string, now: Date) =>
  listOwedDeposits(db, { userId, now, limit: maxDepositsListed });

/** The deposits that a merchant holds, as far as they are listed before its account closes. */
export const readHeldDeposits = (db: DatabaseOrTransaction, merchantId: string, now: Date) =>
  listHeldDeposits(db, { merchantId, now, limit: maxDepositsListed });

/** The payment of a credit of a merchant's lease. Null for money that came outside of Hearth. @throws HearthError NOT_FOUND. */
export async function findPaymentOfCredit(
  deps: Deps,
  merchantId: string,
  { leaseId, creditId }: Pick<GiveBackInput, "leaseId" | "creditId">,
) {
  const { lease } = await requireLease(deps, { merchantId }, leaseId);
  const id = parsePublicId("leaseCredit", creditId);
  const credit = id && (await findCredit(deps.db, id));
  if (!credit || credit.leaseId !== lease.id) throw noSuchMoney();
  return credit.paymentId;
}

/**
 * Notes that money from outside of Hearth was given back outside of Hearth. It was held for a deposit, which is then no longer held, or it was unused. @throws
 * HearthError NOT_FOUND, VALIDATION for a day in the future or before the money came, CONFLICT for more than there is.
 */
export async function noteGivenBack(deps: Deps, origin: CallOrigin, actor: Actor, input: GiveBackInput, key: string | null) {
  const common = { deps, origin, actor, procedure: "merchant.giveBack", action: "rent.moneyGivenBack" as const, input, key };
  return act(common, async (tx, merchantId, now) => {
    const lease = await lockLeaseById(tx, merchantId, input.leaseId);
    const credit = await findOutside(tx, lease.id, input.creditId);
    const on = input.on ?? dayIn(now, lease.timeZone);
    if (on > dayIn(now, lease.timeZone)) throw dayRefused("This day is still to come");
    const cameOn = dayIn(credit.arrivedAt ?? now, lease.timeZone);
    if (on < cameOn) throw dayRefused(`This money came on ${dayName(cameOn)}`);
    const [at, cents] = [startOfDay(on, lease.timeZone), input.amount];
    const chargeId = input.chargeId === undefined ? null : parsePublicId("charge", input.chargeId);
    const charge = chargeId && (await findCharge(tx, chargeId));
    if (input.chargeId !== undefined && (!charge || charge.kind !== "deposit" || charge.leaseId !== lease.id)) throw noSuchMoney();
    const there = charge ? await sumAllocated(tx, credit.id, charge.id) : await sumUnused(tx, moneyOf(lease, now), input.creditId);
    if (cents > there) throw tooMuch(there);
    const line = { leaseId: lease.id, effectiveOn: on, postedAt: now, actorId: actor.userId };
    if (charge) await takeFromCharge(tx, { chargeId: charge.id, creditId: credit.id, cents, at: now, counts: at });
    await insertLines(tx, [{ ...line, kind: "refund", creditId: credit.id, cents, note: "Returned outside Hearth" }]);
    if (charge) {
      const creditId = await insertDepositCredit(tx, { leaseId: lease.id, chargeId: charge.id, createdBy: actor.userId, at, now });
      await insertLines(tx, [{ ...line, kind: "credit", creditId, cents: -cents, note: "Deposit returned" }]);
      await insertAllocations(tx, [{ creditId, chargeId: charge.id, cents, at: now, arrivedAt: at }]);
    }
    return { lease, subject: input.creditId, data: { cents, on, ...(charge && { charge: publicId("charge", charge.id) }) } };
  });
}

/** The public ids of a credit with unused money, and of its lease. */
export type UnusedMoney = Pick<GiveBackInput, "leaseId" | "creditId">;

/**
 * Requires that a credit has this much unused money. First allocates what still waits for the job, so that money which owes a bill counts as used. Locks the
 * lease. @throws HearthError NOT_FOUND for another merchant's lease, CONFLICT for more than there is.
 */
export async function requireUnused(
  tx: Transaction,
  merchantId: string,
  { leaseId, creditId, cents, now }: UnusedMoney & { cents: number; now: Date },
): Promise<void> {
  const id = parsePublicId("lease", leaseId);
  const lease = id && (await lockOwnLease(tx, merchantId, id));
  if (!lease) throw noSuchMoney();
  await allocateLeases(tx, [lease.id], now);
  const there = await sumUnused(tx, moneyOf(lease, now), creditId);
  if (cents > there) throw tooMuch(there);
}

/** The cents of a credit that belong to the tenants and that no deposit holds. */
async function sumUnused(tx: Transaction, money: Parameters<typeof listLeaseMoney>[1], creditId: string): Promise<number> {
  const rows = await listLeaseMoney(tx, money);
  return rows.find((row) => row.chargeId === null && publicId("leaseCredit", row.creditId) === creditId)?.cents ?? 0;
}

async function findOutside(tx: Transaction, leaseId: string, creditId: string): Promise<LeaseCreditRow> {
  const id = parsePublicId("leaseCredit", creditId);
  const credit = id && (await findCredit(tx, id));
  if (!credit || credit.leaseId !== leaseId || credit.kind !== "outside") throw noSuchMoney();
  return credit;
}

/**
 * Keeps a part of a deposit for debts of its lease. The money pays open charges and is income from then on. A credit replaces it, so that the deposit is not
 * owed again. @throws HearthError NOT_FOUND, CONFLICT for more than is held, or than is owed besides the deposit.
 */
export async function keepDeposit(deps: Deps, origin: CallOrigin, actor: Actor, input: KeepDepositInput, key: string | null) {
  const common = { deps, origin, actor, procedure: "rent.keepDeposit", action: "rent.depositKept" as const, input, key };
  return act(common, async (tx, merchantId, now) => {
    const id = parsePublicId("charge", input.chargeId);
    const found = id && (await findCharge(tx, id));
    const lease = found && (await lockLeaseById(tx, merchantId, publicId("lease", found.leaseId)).catch(missing("Deposit not found")));
    if (!lease) throw new HearthError("NOT_FOUND", { message: "Deposit not found" });
    if (found.kind !== "deposit") throw new HearthError("CONFLICT", { message: "This charge is no deposit" });
    const cents = input.amount;
    const heldCents = await sumHeldOf(tx, found.id);
    if (cents > heldCents) throw tooMuch(heldCents);
    const owed = (await listOpen(tx, [lease.id])).reduce((sum, charge) => (charge.id === found.id ? sum : sum + charge.openCents), 0);
    if (cents > owed) throw new HearthError("CONFLICT", { message: `Only ${formatUsd(owed)} is owed besides the deposit` });
    await takeFromCharge(tx, { chargeId: found.id, creditId: null, cents, at: now, counts: now });
    const creditId = await insertDepositCredit(tx, { leaseId: lease.id, chargeId: found.id, createdBy: actor.userId, at: now, now });
    const line = { leaseId: lease.id, kind: "credit" as const, creditId, cents: -cents, effectiveOn: dayIn(now, lease.timeZone) };
    await insertLines(tx, [{ ...line, postedAt: now, note: `Deposit kept: ${input.reason}`, actorId: actor.userId }]);
    await insertAllocations(tx, [{ creditId, chargeId: found.id, cents, at: now, arrivedAt: now }]);
    return { lease, subject: input.chargeId, data: { cents, reason: input.reason } };
  });
}

function noSuchMoney(): HearthError {
  return new HearthError("NOT_FOUND", { message: "There is no such money on this lease" });
}

function tooMuch(cents: number): HearthError {
  return new HearthError("CONFLICT", { message: `Only ${formatUsd(cents)} of it is there` });
}

function dayRefused(message: string): HearthError {
  return new HearthError("VALIDATION", { message, fields: { on: message } });
}
