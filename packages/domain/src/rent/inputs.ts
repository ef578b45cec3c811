import { z } from "zod";
import { limits } from "../limits.ts";
import { parseWireAmount } from "../money.ts";
import { namedPageShape } from "../page.ts";
import { idempotencyKey } from "../payments/inputs.ts";
import { email, text, wholeNumber } from "../text.ts";
import { isTimeZone, timeZoneRefusal } from "../time.ts";
import { isDay } from "./calendar.ts";
import { oneOffKinds } from "./charge-kinds.ts";
import { lastDueDay, prorations } from "./periods.ts";

const id = z.string().max(64);
const day = z.string({ error: "Please enter a day" }).refine(isDay, "Please enter a day");
const optionalDay = z.preprocess((value) => (value === "" ? undefined : value), day.optional());

/** The most that a lease or a charge can ask for at once: $1,000,000.00. */
const maxCents = 100_000_000;

/** Dollars as typed or sent, read into cents from one on. */
const amount = z.union([z.string().max(32), z.number()], { error: "Please enter an amount" }).transform((value, context) => {
  const cents = parseWireAmount(value);
  if (cents !== null && cents > 0 && cents <= maxCents) return cents;
  const message = cents === null || cents <= 0 ? "Please enter an amount like 1450.00" : "This is more than $1,000,000.00";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** Dollars as typed or sent, read into cents, where nothing is an answer too. */
const optionalAmount = z.preprocess((value) => (value === "" || value === null ? undefined : value), amount.optional());

const dueDay = wholeNumber(1, lastDueDay, "Please choose a day from 1 to 28, or the last").refine(
  (value) => value <= 28 || value === lastDueDay,
  "Please choose a day from 1 to 28, or the last",
);

/** What a lease costs. `lateFeeAmount` is in dollars, or in per cent of the unpaid rent, both with two decimals. */
const terms = {
  rent: amount,
  dueDay: dueDay.default(1),
  graceDays: wholeNumber(0, 31, "Please enter 0 to 31 days").default(3),
  lateFeeKind: z.enum(["none", "fixed", "percent"]).default("none"),
  lateFeeAmount: optionalAmount,
  lateFeeRepeats: z.enum(["once", "daily"]).default("once"),
  /** The most for one month's rent, in dollars. */
  lateFeeCap: optionalAmount,
  /** Says that a late fee beyond what is known of the law of the property's state is meant so. */
  beyondLaw: z.boolean().default(false),
};
export type TermsInput = z.infer<z.ZodObject<typeof terms>>;

function checkLateFee({ lateFeeKind, lateFeeAmount }: TermsInput, context: z.RefinementCtx): void {
  const add = (message: string) => context.addIssue({ code: "custom", path: ["lateFeeAmount"], message });
  if (lateFeeKind !== "none" && lateFeeAmount === undefined) add("Please enter how much");
  if (lateFeeKind === "percent" && lateFeeAmount !== undefined && lateFeeAmount > 10_000) add("Please enter a per cent from 0.01 to 100");
}

const name = (required: string) => text({ max: limits.nameMaxLength, required });
const once = { idempotencyKey: idempotencyKey.optional() };

export const addPropertyInput = z.strictObject({
  name: name("Please enter a name"),
  address: text({ max: limits.addressMaxLength }).default(""),
  /** Of its units, each once. */
  units: z.array(name("Please enter a unit")).min(1, "Please enter a unit").max(500, "Please add at most 500 units at once"),
  ...once,
});
export type AddPropertyInput = z.infer<typeof addPropertyInput>;

/** Another name or address of a property; what is left out stays as it is. */
export const changePropertyInput = z.strictObject({
  propertyId: id,
  name: name("Please enter a name").optional(),
  address: text({ max: limits.addressMaxLength }).optional(),
});
export type ChangePropertyInput = z.infer<typeof changePropertyInput>;

export const renameUnitInput = z.strictObject({ unitId: id, name: name("Please enter a unit") });

export const unitIdInput = z.strictObject({ unitId: id });

export const addUnitInput = z.strictObject({ propertyId: id, name: name("Please enter a unit"), ...once });

export const listPropertiesInput = z.strictObject(namedPageShape);

/** Tenants who rent under one lease at a time. */
export const mostTenants = 10;

const tenant = z.strictObject({
  name: name("Please enter a name"),
  email: email({ required: "Please enter an email address", max: limits.emailMaxLength }),
});

export const createLeaseInput = z
  .strictObject({
    unitId: id,
    startsOn: day,
    endsOn: optionalDay,
    /** The first of the first month to charge, for a lease that ran elsewhere before. */
    chargedFrom: optionalDay,
    /** Whether rent that is late as the lease is entered bears its late fees; without it nobody is asked for fees of days before. */
    pastLateFees: z.boolean().default(false),
    ...terms,
    proration: z.enum(prorations).default("days"),
    deposit: optionalAmount,
    /** Whether tenants may pay a bill in parts. */
    partPayments: z.boolean().default(true),
    timeZone: z.string().refine(isTimeZone, timeZoneRefusal).default("UTC"),
    notes: text({ max: limits.reasonMaxLength, multiline: true }).default(""),
    tenants: z.array(tenant).min(1, "Please add a tenant").max(mostTenants, `Please add at most ${mostTenants} tenants`),
    ...once,
  })
  .refine(({ startsOn, endsOn }) => endsOn === undefined || endsOn >= startsOn, {
    path: ["endsOn"],
    message: "The end is before the start",
  })
  .refine(({ tenants }) => new Set(tenants.map((one) => one.email)).size === tenants.length, {
    path: ["tenants"],
    message: "Two tenants have the same email address",
  })
  .superRefine(checkLateFee);
export type CreateLeaseInput = z.infer<typeof createLeaseInput>;

const seenAt = z.iso.datetime();

/** Other terms from the first of a month on that is not charged yet; `seenAt` is the lease's `updatedAt` as its editor saw it. */
export const changeLeaseInput = z.strictObject({ leaseId: id, effectiveFrom: day, ...terms, seenAt, ...once }).superRefine(checkLateFee);
export type ChangeLeaseInput = z.infer<typeof changeLeaseInput>;

/** A lease's last day; null removes it, so that the lease goes on. */
export const endLeaseInput = z.strictObject({ leaseId: id, endsOn: day.nullable(), seenAt, ...once });
export type EndLeaseInput = z.infer<typeof endLeaseInput>;

/** A later last day, or with null none, and what the lease costs from the first of a month on. */
export const renewLeaseInput = z
  .strictObject({ leaseId: id, endsOn: day.nullable(), effectiveFrom: day, ...terms, seenAt, ...once })
  .superRefine(checkLateFee);
export type RenewLeaseInput = z.infer<typeof renewLeaseInput>;

/** Another tenant of a lease; without a day since the lease began. */
export const addTenantInput = z.strictObject({ leaseId: id, ...tenant.shape, movedInOn: optionalDay, ...once });
export type AddTenantInput = z.infer<typeof addTenantInput>;

/** A tenant's name and email, corrected. */
export const changeTenantInput = z.strictObject({ leaseId: id, tenantId: id, ...tenant.shape, ...once });
export type ChangeTenantInput = z.infer<typeof changeTenantInput>;

/** A tenant's last day; null removes it, so that they stay. */
export const moveTenantOutInput = z.strictObject({ leaseId: id, tenantId: id, movedOutOn: day.nullable(), ...once });
export type MoveTenantOutInput = z.infer<typeof moveTenantOutInput>;

/** Whether tenants may pay bills in parts, from now on. */
export const setPartPaymentsInput = z.strictObject({ leaseId: id, partPayments: z.boolean(), ...once });
export type SetPartPaymentsInput = z.infer<typeof setPartPaymentsInput>;

export const leaseIdInput = z.strictObject({ leaseId: id });
export const remindTenantsInput = leaseIdInput.extend(once);

/** A page of a lease's lines, the newest day first, on behind a line: its day and its number. */
export const leaseLedgerInput = leaseIdInput.extend({
  ...namedPageShape,
  cursor: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}_[1-9]\d{0,14}$/, "This cursor is not valid")
    .optional(),
});
export type LeaseLedgerInput = z.infer<typeof leaseLedgerInput>;

const reason = text({ max: limits.reasonMaxLength, required: "Please say why" });

/** Why a lease was a mistake; its tenants read it. */
export const undoLeaseInput = z.strictObject({ leaseId: id, reason, seenAt, ...once });
export type UndoLeaseInput = z.infer<typeof undoLeaseInput>;

export const addChargeInput = z.strictObject({
  leaseId: id,
  kind: z.enum(oneOffKinds, { error: "Please choose what it is for" }),
  description: text({ max: limits.descriptionMaxLength, required: "Please say what it is for" }),
  amount,
  dueOn: day,
  ...once,
});
export type AddChargeInput = z.infer<typeof addChargeInput>;

/** `fees` matters for a late fee: this one alone is waived, or all of its rent, with no further ones. */
export const voidChargeInput = z.strictObject({ chargeId: id, reason, fees: z.enum(["this", "all"]).default("this"), ...once });
export type VoidChargeInput = z.infer<typeof voidChargeInput>;

/** What makes a tenant owe less: a credit, a debt that is given up, or money that came another way; `on` is the day that it is about. */
export const addLeaseCreditInput = z.strictObject({
  leaseId: id,
  kind: z.enum(["credit", "writeOff", "outside"], { error: "Please choose what it is" }),
  amount,
  on: day,
  note: text({ max: limits.descriptionMaxLength, required: "Please say what it is for" }),
  /** Whether late fees that it makes wrong, because it is about a day before them, are voided in the same step. */
  voidFees: z.boolean().default(false),
  ...once,
});
export type AddLeaseCreditInput = z.infer<typeof addLeaseCreditInput>;

/** A credit that is not written yet: the late fees that it would make wrong. */
export const wrongFeesInput = z.strictObject({ leaseId: id, amount, on: day });
export type WrongFeesInput = z.infer<typeof wrongFeesInput>;

export const reverseLeaseCreditInput = z.strictObject({ creditId: id, reason, ...once });
export type ReverseLeaseCreditInput = z.infer<typeof reverseLeaseCreditInput>;

/**
 * Gives money back that the landlord has of a lease's tenants: what a credit put to a deposit (`chargeId`), or what of it is unused. What was paid through Hearth is
 * refunded on the chain; what came another way is noted as given back on a day.
 */
export const giveBackInput = z.strictObject({ leaseId: id, creditId: id, chargeId: id.optional(), amount, on: day.optional(), ...once });
export type GiveBackInput = z.infer<typeof giveBackInput>;

/** Keeps so much of a deposit for what its lease owes; the tenant reads why. */
export const keepDepositInput = z.strictObject({ chargeId: id, amount, reason, ...once });
export type KeepDepositInput = z.infer<typeof keepDepositInput>;

export const paymentLeaseInput = z.strictObject({ paymentId: id });

/** The lease that a payment is to count for; null for none. */
export const setPaymentLeaseInput = z.strictObject({
  paymentId: id,
  leaseId: id.nullable(),
  /** Whether late fees that the payment makes wrong, because it arrived before their days, are voided in the same step. */
  voidFees: z.boolean().default(false),
  ...once,
});
export type SetPaymentLeaseInput = z.infer<typeof setPaymentLeaseInput>;

export const rentStates = ["all", "late", "owing", "settled", "ended"] as const;

/**
 * The leases that run or owe, those that owe longest first, or those that are over; words of a name, an address, a unit or a property, an amount that is owed or
 * was paid last, or the hash of a transaction that paid.
 */
export const listTenantsInput = z.strictObject({
  state: z.enum(rentStates, { error: "This state is not known" }).default("all"),
  search: text({ max: limits.searchMaxLength }).optional(),
  limit: namedPageShape.limit,
  cursor: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}_lse_[0-9a-z]{26}$/, "This cursor is not valid")
    .optional(),
  direction: namedPageShape.direction,
});
export type ListTenantsInput = z.infer<typeof listTenantsInput>;

/** A page of one merchant's leases, for administrators. */
export const listTenantsForAdminInput = listTenantsInput.extend({ merchantId: id });

/** All merchants' leases, the newest first; words of a merchant, a property, a unit or a tenant, or a lease's id. */
export const listLeasesForAdminInput = z.strictObject({
  merchantId: id.optional(),
  search: text({ max: limits.searchMaxLength }).optional(),
  limit: namedPageShape.limit,
  cursor: z
    .string()
    .regex(/^lse_[0-9a-z]{26}$/, "This cursor is not valid")
    .optional(),
  direction: namedPageShape.direction,
});
export type ListLeasesForAdminInput = z.infer<typeof listLeasesForAdminInput>;
