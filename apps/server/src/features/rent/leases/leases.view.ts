import { publicId } from "@hearth/domain/ids";
import { businessTypes } from "@hearth/domain/merchants/business-types";
import { wireAmount } from "@hearth/domain/money";
import { chargeKinds } from "@hearth/domain/rent/charge-kinds";
import { tenantStandings } from "@hearth/domain/rent/inputs";
import { noFeeReasons } from "@hearth/domain/rent/late-fee-days";
import type { DaysWithoutFee } from "@hearth/domain/rent/late-fee-words";
import { type LeaseRemains, type Owed, settlingStep, settlingSteps } from "@hearth/domain/rent/owed";
import { chargePeriod, prorations, rentName, type Term, termsFor } from "@hearth/domain/rent/periods";
import { leaseEntryKinds } from "@hearth/db/schema/lease-entries";
import { z } from "zod";
import { isoTime } from "../../../trpc/wire.ts";
import { lateFeeOf } from "../charges/late-fee-terms.ts";
import type { AnyLeaseRow } from "../rows/all-leases.repo.ts";
import type { LedgerLineRow, listOpenPayments, listPaidMonths } from "../rows/lease-lists.repo.ts";
import type { TenancyRow } from "../rows/tenancies.repo.ts";
import { hasLeft, type InvitedTenantRow } from "../rows/tenants.repo.ts";
import type { DecidedDays } from "../rows/late-fees.repo.ts";
import type { listOpen } from "../rows/lease-money.repo.ts";
import type { SignedTermsRow } from "../rows/terms-signatures.repo.ts";
import { waitsFor, waitsForOf } from "../invitations/invitations.view.ts";

/** The amount owed on a lease in dollars, and the day by which it is due. */
const owedShape = {
  owed: z.number(),
  /** The part of `owed` that was due before today in the lease's time zone. */
  late: z.number(),
  /** Prepaid: paid beyond all charges. */
  credit: z.number(),
  dueOn: z.string().nullable(),
  daysLate: z.number().int(),
};

/** Deposit money of a lease in dollars, and the next step to settle a lease that is over. */
const remainsShape = {
  /** Money that the landlord holds for deposits. */
  held: z.number(),
  isOver: z.boolean(),
  /**
   * `keep` takes what is owed from the deposit, `pay` asks for it, `giveBack` refunds the deposit, `return` refunds prepaid money. Null before the end and when
   * the lease is settled.
   */
  settle: z.strictObject({ step: z.enum(settlingSteps), amount: z.number() }).nullable(),
};

export function viewRemains({ isOver, ...remains }: LeaseRemains & { isOver: boolean }) {
  const next = isOver ? settlingStep(remains) : null;
  return { held: wireAmount(remains.heldCents), isOver, settle: next && { step: next.step, amount: wireAmount(next.cents) } };
}

export function viewOwed({ owedCents, lateCents, creditCents, dueOn, daysLate }: Owed) {
  return { owed: wireAmount(owedCents), late: wireAmount(lateCents), credit: wireAmount(creditCents), dueOn, daysLate };
}

/** The furthest step that any present tenant of a lease has taken: `invited` has an open invitation, `joined` an account. */
export const tenantStanding = z.enum(tenantStandings);

/** A lease as a row of its merchant's list. `late` is its past due amount, `owed` its balance. */
export const tenancyView = z.strictObject({
  _id: z.string(),
  propertyId: z.string(),
  property: z.string(),
  unit: z.string(),
  tenants: z.string().array(),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  /** IANA zone of its days. */
  timeZone: z.string(),
  /** Dollars a month by the terms of today, or of the first month to come. */
  rent: z.number(),
  ...owedShape,
  ...remainsShape,
  lastPaid: z.strictObject({ on: z.string(), amount: z.number() }).nullable(),
  /** True when a tenant has signed scheduled payments for rent to come. */
  autopay: z.boolean(),
  standing: tenantStanding,
  /** The day of the last reminder, in the lease's time zone. */
  remindedOn: z.string().nullable(),
  /** Changes with each change of the lease. A renewal names it, so that it does not overwrite another person's. */
  updatedAt: isoTime,
});

/** The sums over the leases of a filter in dollars. `pastDue` was due before today; `balance` is everything open; `credit` is prepaid. */
export const tenancySumsView = z.strictObject({
  /** At most 500. `hasMoreLeases`: there are more. The amounts are of all leases. */
  leases: z.number().int(),
  hasMoreLeases: z.boolean(),
  pastDueLeases: z.number().int(),
  pastDue: z.number(),
  balance: z.number(),
  credit: z.number(),
  /** True where a search matches more leases than are read. The sums are of those that are read. */
  isCut: z.boolean(),
});

export function viewTenancy(row: TenancyRow): z.infer<typeof tenancyView> {
  const {
    id,
    propertyId,
    property,
    unit,
    tenants,
    startsOn,
    endsOn,
    timeZone,
    rentCents,
    lastPaid: last,
    hasAutopay,
    standing,
    remindedOn,
    updatedAt,
  } = row;
  const lastPaid = last && { on: last.on, amount: wireAmount(last.cents) };
  return {
    _id: publicId("lease", id),
    propertyId: publicId("property", propertyId),
    property,
    unit,
    tenants,
    startsOn,
    endsOn,
    timeZone,
    rent: wireAmount(rentCents),
    ...viewOwed(row),
    ...viewRemains(row),
    lastPaid,
    autopay: hasAutopay,
    standing,
    remindedOn,
    updatedAt: new Date(updatedAt).toISOString(),
  };
}

/** A lease as a row of the administrators' list. */
const anyLeaseView = z.strictObject({
  _id: z.string(),
  merchant: z.strictObject({ _id: z.string(), name: z.string() }),
  property: z.string(),
  unit: z.string(),
  tenants: z.string().array(),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  owed: z.number(),
  autopay: z.boolean(),
});

/** A page of that list. `isCut`: the search matches more leases than can be listed. */
export const anyLeasePageView = z.strictObject({ items: anyLeaseView.array(), nextCursor: z.string().nullable(), isCut: z.boolean() });

export function viewAnyLease({ id, merchantId, merchant, owedCents, hasAutopay, ...row }: AnyLeaseRow): z.infer<typeof anyLeaseView> {
  const { property, unit, tenants, startsOn, endsOn } = row;
  const whose = { _id: publicId("merchant", merchantId), name: merchant };
  return {
    _id: publicId("lease", id),
    merchant: whose,
    property,
    unit,
    tenants,
    startsOn,
    endsOn,
    owed: wireAmount(owedCents),
    autopay: hasAutopay,
  };
}

export const openChargeView = z.strictObject({
  _id: z.string(),
  kind: z.enum(chargeKinds),
  description: z.string(),
  open: z.number(),
  dueOn: z.string(),
});

export function viewOpenCharge({ id, kind, description, openCents, dueOn }: Awaited<ReturnType<typeof listOpen>>[number]) {
  return { _id: publicId("charge", id), kind, description, open: wireAmount(openCents), dueOn };
}

const lateFeeView = z.strictObject({
  kind: z.enum(["fixed", "percent"]),
  /** Dollars, or a percentage of the unpaid rent. */
  amount: z.number(),
  repeats: z.enum(["once", "daily"]),
  cap: z.number().nullable(),
});

export const termsView = z.strictObject({
  _id: z.string(),
  effectiveFrom: z.string(),
  rent: z.number(),
  /** 1 to 28, or 31 for the month's last day. */
  dueDay: z.number().int(),
  graceDays: z.number().int(),
  lateFee: lateFeeView.nullable(),
  /** The landlord's wallet that has signed these terms, or null. */
  signed: z.strictObject({ by: z.string(), at: isoTime }).nullable(),
});

export function viewTerms(row: SignedTermsRow): z.infer<typeof termsView> {
  const fee = lateFeeOf(row);
  const lateFee = fee && {
    kind: fee.kind,
    amount: wireAmount(fee.amount),
    repeats: fee.repeats,
    cap: fee.capCents === null ? null : wireAmount(fee.capCents),
  };
  const { id, fromPeriod: effectiveFrom, rentCents, dueDay, graceDays, signed } = row;
  return {
    _id: publicId("leaseTerms", id),
    effectiveFrom,
    rent: wireAmount(rentCents),
    dueDay,
    graceDays,
    lateFee,
    signed: signed && { by: signed.address, at: signed.createdAt.toISOString() },
  };
}

const commonLeaseShape = {
  _id: z.string(),
  merchant: z.string(),
  property: z.string(),
  unit: z.string(),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  ...owedShape,
  ...remainsShape,
  charges: openChargeView.array(),
  /** True when its tenants may pay a bill in parts. */
  partPayments: z.boolean(),
};

/** A lease as one of its tenants sees it, with the terms of this month, or of its first month. */
export const ownLeaseView = z.strictObject({
  ...commonLeaseShape,
  merchantId: z.string(),
  businessType: z.enum(businessTypes),
  terms: termsView,
  /** The reader's last day where they move out before the lease ends. `hasLeft`: it has passed, and only entries written up to it are shown. */
  movedOutOn: z.string().nullable(),
  hasLeft: z.boolean(),
  /** Open payments of other tenants for the lease, the oldest first. */
  roommates: z.strictObject({ name: z.string(), amount: z.number(), since: isoTime }).array(),
  /** The months of rent (`2026-11`) of the last year that the reader's payments paid, each with a payment. */
  paidMonths: z.strictObject({ month: z.string(), paymentId: z.string() }).array(),
  /** The words of the landlord's signed payee card; null without a card that names the payout wallet. */
  payeeWords: z.string().nullable(),
  /** The next rent to be charged under the current terms. Null where none follows. */
  next: z.strictObject({ amount: z.number(), dueOn: z.string(), description: z.string() }).nullable(),
});

export function viewRoommate({ name, cents, createdAt }: Awaited<ReturnType<typeof listOpenPayments>>[number]) {
  return { name, amount: wireAmount(cents), since: createdAt.toISOString() };
}

export function viewPaidMonth({ period, paymentId }: Awaited<ReturnType<typeof listPaidMonths>>[number]) {
  return { month: period.slice(0, 7), paymentId: publicId("payment", paymentId) };
}

/** The rent of the first uncharged month, in dollars. Null where the lease is over by then. */
export function viewNextRent(lease: Term & { nextPeriod: string }, versions: readonly SignedTermsRow[]) {
  const charge = chargePeriod(lease, termsFor(versions, lease.nextPeriod), lease.nextPeriod);
  return charge && { amount: wireAmount(charge.cents), dueOn: charge.dueOn, description: rentName(charge.period) };
}

const leaseTenantView = z.strictObject({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  hasJoined: z.boolean(),
  /** When the account that had joined was closed. */
  accountClosedAt: isoTime.nullable(),
  /** The day on which they moved in, where it is later than the lease's first day. */
  movedInOn: z.string().nullable(),
  /** Their last day where they move out before the lease ends. `hasLeft`: it has passed. */
  movedOutOn: z.string().nullable(),
  hasLeft: z.boolean(),
  /** The open invitation. `waitsFor`: it is mailed later. `mailProblem` says why its mail did not arrive. */
  invitation: z.strictObject({ sentAt: isoTime, expiresAt: isoTime, waitsFor, mailProblem: z.string().nullable() }).nullable(),
});

export function viewTenant({ tenant, invitation, mailError }: InvitedTenantRow, now: Date): z.infer<typeof leaseTenantView> {
  const { id, name, email, userId, accountClosedAt, movedInOn, movedOutOn } = tenant;
  return {
    _id: publicId("leaseTenant", id),
    name,
    email,
    hasJoined: userId !== null,
    accountClosedAt: accountClosedAt?.toISOString() ?? null,
    movedInOn,
    movedOutOn,
    hasLeft: hasLeft(tenant, now),
    invitation: invitation && {
      sentAt: invitation.createdAt.toISOString(),
      expiresAt: invitation.expiresAt.toISOString(),
      waitsFor: waitsForOf(invitation),
      mailProblem: mailError,
    },
  };
}

/** A lease as its merchant and administrators see it. */
export const leaseView = z.strictObject({
  ...commonLeaseShape,
  /** Address of its property as one line, empty where none was entered. */
  address: z.string(),
  timeZone: z.string(),
  proration: z.enum(prorations),
  deposit: z.number(),
  notes: z.string(),
  tenants: leaseTenantView.array(),
  /** The first day of the next month to charge. */
  nextPeriod: z.string(),
  /** All versions of its terms, the newest last. */
  terms: termsView.array(),
  /** The tenants' last reminder of open charges. `byHand`: sent by the landlord instead of the rule. */
  reminded: z.strictObject({ at: isoTime, byHand: z.boolean() }).nullable(),
  /** When it was undone as entered by mistake. */
  undoneAt: isoTime.nullable(),
  updatedAt: isoTime,
});

/** The number of late fees that should be lower or not charged, and the excess in dollars. */
export const wrongFeesView = z.strictObject({ count: z.number().int(), amount: z.number() });

/** A ledger line. A positive `amount` increases what is owed. `balance` is the balance after the line. */
export const ledgerLineView = z.strictObject({
  _id: z.string(),
  kind: z.enum(leaseEntryKinds),
  on: z.string(),
  postedAt: isoTime,
  description: z.string(),
  /** The calculation of a charge's amount, or the reason for a line. */
  note: z.string().nullable(),
  amount: z.number(),
  balance: z.number(),
  /** The charge that was made or voided, with its open amount. */
  charge: z
    .strictObject({ _id: z.string(), kind: z.enum(chargeKinds), dueOn: z.string(), open: z.number(), isVoided: z.boolean() })
    .nullable(),
  /** For rent: days without a late fee with the reason, the newest first. `openAmount` was open when the first of them began. */
  withoutFees: z.strictObject({ from: z.string(), through: z.string(), why: z.enum(noFeeReasons), openAmount: z.number() }).array(),
  /** The credit that can be taken back by hand, or null. */
  creditId: z.string().nullable(),
  paymentId: z.string().nullable(),
});
export const ledgerPageView = z.strictObject({ items: ledgerLineView.array(), nextCursor: z.string().nullable() });

const lineNames: Record<LedgerLineRow["kind"], string> = {
  charge: "Charge",
  void: "Voided",
  payment: "Payment",
  refund: "Refund",
  reversal: "Reversed",
  outside: "Payment received outside Hearth",
  credit: "Credit",
  writeOff: "Written off",
};

export function viewLine(row: LedgerLineRow, feeDays: DecidedDays[] = []): z.infer<typeof ledgerLineView> {
  const { id, kind, effectiveOn, cents, balanceCents, chargeId, chargeKind, dueOn, creditId, paymentId, receivedCents, isVoided } = row;
  const charge = chargeId !== null && chargeKind !== null && dueOn !== null;
  const canReverse = creditId !== null && paymentId === null && cents < 0 && (receivedCents ?? 0) > 0;
  const named =
    kind === "payment" && row.payer !== null
      ? `Payment by ${row.payer}`
      : kind === "reversal" && cents < 0
        ? "Refund reversed"
        : lineNames[kind];
  return {
    _id: String(id),
    kind,
    on: effectiveOn,
    postedAt: new Date(row.postedAt).toISOString(),
    description: row.description === null ? named : kind === "void" ? `Voided: ${row.description}` : row.description,
    note: row.note ?? row.formula,
    amount: wireAmount(cents),
    balance: wireAmount(balanceCents),
    charge: charge
      ? { _id: publicId("charge", chargeId), kind: chargeKind, dueOn, open: isVoided ? 0 : wireAmount(row.openCents ?? 0), isVoided }
      : null,
    withoutFees: [...endOfFees(row), ...feeDays].map(({ from, through, why, openCents }) => ({
      from,
      through,
      why,
      openAmount: wireAmount(openCents),
    })),
    creditId: canReverse ? publicId("leaseCredit", creditId) : null,
    paymentId: paymentId && publicId("payment", paymentId),
  };
}

/** The line that ends further late fees of rent, or nothing. */
function endOfFees({ kind, feesEnded: why, feesEndedOn: on }: LedgerLineRow): DaysWithoutFee[] {
  return kind !== "charge" || !why || !on ? [] : [{ from: on, through: on, why, openCents: 0 }];
}
