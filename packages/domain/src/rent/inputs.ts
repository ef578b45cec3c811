import { z } from "zod";
import { limits } from "../limits.ts";
import { parseWireAmount } from "../money.ts";
import { namedPageShape } from "../page.ts";
import { idempotencyKey } from "../payments/inputs.ts";
import { email, partyName, text, wholeNumber } from "../text.ts";
import { isTimeZone, timeZoneRefusal } from "../time.ts";
import { isDay } from "./calendar.ts";
import { oneOffKinds } from "./charge-kinds.ts";
import { lastDueDay, prorations } from "./periods.ts";

const id = z.string().max(64);
const day = z.string({ error: "Enter a date" }).refine(isDay, "Enter a date");
const optionalDay = z.preprocess((value) => (value === "" ? undefined : value), day.optional());

/** The largest amount of a lease or a charge, in cents: $1,000,000.00. */
const maxCents = 100_000_000;

/** Parses dollars, typed or sent, into cents, at least one. */
const amount = z.union([z.string().max(32), z.number()], { error: "Please enter an amount" }).transform((value, context) => {
  const cents = parseWireAmount(value);
  if (cents !== null && cents > 0 && cents <= maxCents) return cents;
  const message = cents === null || cents <= 0 ? "Enter an amount, like $1,450" : "This is more than $1,000,000.00";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

/** Parses an optional amount in dollars into cents. */
const optionalAmount = z.preprocess((value) => (value === "" || value === null ? undefined : value), amount.optional());

const dueDay = wholeNumber(1, lastDueDay, "Choose a day from 1 to 28, or the last").refine(
  (value) => value <= 28 || value === lastDueDay,
  "Choose a day from 1 to 28, or the last",
);

/** The price of a lease. `lateFeeAmount` is in dollars, or in percent of the unpaid rent, both with two decimals. */
const terms = {
  rent: amount,
  dueDay: dueDay.default(1),
  graceDays: wholeNumber(0, 31, "Enter 0 to 31 days").default(3),
  lateFeeKind: z.enum(["none", "fixed", "percent"]).default("none"),
  lateFeeAmount: optionalAmount,
  lateFeeRepeats: z.enum(["once", "daily"]).default("once"),
  /** Maximum late fees for one month's rent, in dollars. */
  lateFeeCap: optionalAmount,
  /** Confirms that a late fee above the known limits of the state's law is intended. */
  beyondLaw: z.boolean().default(false),
};
export type TermsInput = z.infer<z.ZodObject<typeof terms>>;

function checkLateFee({ lateFeeKind, lateFeeAmount }: TermsInput, context: z.RefinementCtx): void {
  const add = (message: string) => context.addIssue({ code: "custom", path: ["lateFeeAmount"], message });
  if (lateFeeKind !== "none" && lateFeeAmount === undefined) add("Enter an amount");
  if (lateFeeKind === "percent" && lateFeeAmount !== undefined && lateFeeAmount > 10_000) add("Enter a percentage from 0.01 to 100");
}

const name = (required: string) => text({ max: limits.nameMaxLength, required });
const retryKey = { idempotencyKey: idempotencyKey.optional() };

export const addPropertyInput = z.strictObject({
  name: name("Enter a name"),
  address: text({ max: limits.addressMaxLength }).default(""),
  /** Names of the property's units, without duplicates. */
  units: z.array(name("Enter a unit")).min(1, "Enter a unit").max(500, "Add at most 500 units at once"),
  ...retryKey,
});
export type AddPropertyInput = z.infer<typeof addPropertyInput>;

/** Changes a property's name or address. Omitted fields stay as they are. */
export const changePropertyInput = z.strictObject({
  propertyId: id,
  name: name("Enter a name").optional(),
  address: text({ max: limits.addressMaxLength }).optional(),
  /** The values that the editor saw. A property with other ones by now is not changed. */
  seen: z.strictObject({ name: z.string(), address: z.string() }).optional(),
});
export type ChangePropertyInput = z.infer<typeof changePropertyInput>;

export const renameUnitInput = z.strictObject({
  unitId: id,
  name: name("Enter a unit"),
  seen: z.strictObject({ name: z.string() }).optional(),
});
export type RenameUnitInput = z.infer<typeof renameUnitInput>;

export const unitIdInput = z.strictObject({ unitId: id });

export const addUnitInput = z.strictObject({ propertyId: id, name: name("Enter a unit"), ...retryKey });

/**
 * A page of properties by name. The search matches a property's name or address, a unit, or a tenant, and leaves out other units. With `unit`, lists that
 * unit alone. Without `units`, lists the first `limit` properties alone.
 */
export const listPropertiesInput = z.strictObject({
  ...namedPageShape,
  search: text({ max: limits.searchMaxLength }).optional(),
  unit: id.optional(),
  units: z.boolean().default(true),
});
export type ListPropertiesInput = z.infer<typeof listPropertiesInput>;

/** The units of the merchant, or of one property. */
export const buildingInput = z.strictObject({ propertyId: id.optional() });

/** Maximum number of tenants under one lease at a time. */
export const maxTenants = 10;

const tenant = z.strictObject({
  name: partyName({ max: limits.nameMaxLength, required: "Enter a name" }),
  email: email({ required: "Enter an email address", max: limits.emailMaxLength }),
});

export const createLeaseInput = z
  .strictObject({
    unitId: id,
    startsOn: day,
    endsOn: optionalDay,
    /** The first day of the first month to charge, for a lease that ran elsewhere before. */
    chargedFrom: optionalDay,
    /** Charges late fees for rent that is already late when the lease is entered. Otherwise no fees are charged for earlier days. */
    pastLateFees: z.boolean().default(false),
    ...terms,
    proration: z.enum(prorations).default("days"),
    deposit: optionalAmount,
    /** Allows tenants to pay a bill in parts. */
    partPayments: z.boolean().default(true),
    timeZone: z.string().refine(isTimeZone, timeZoneRefusal).default("UTC"),
    notes: text({ max: limits.reasonMaxLength, multiline: true }).default(""),
    tenants: z.array(tenant).min(1, "Add a tenant").max(maxTenants, `Add at most ${maxTenants} tenants`),
    /** Invites tenants without an account by email. An invitation waits until its sender has confirmed their own email. */
    invite: z.boolean().default(false),
    ...retryKey,
  })
  .refine(({ startsOn, endsOn }) => endsOn === undefined || endsOn >= startsOn, {
    path: ["endsOn"],
    message: "The end date is before the start date",
  })
  .refine(({ tenants }) => new Set(tenants.map((tenant) => tenant.email)).size === tenants.length, {
    path: ["tenants"],
    message: "Two tenants have the same email",
  })
  .superRefine(checkLateFee);
export type CreateLeaseInput = z.infer<typeof createLeaseInput>;

const seenAt = z.iso.datetime();

/** Changes the terms from a month on that is not charged yet. `seenAt` is the lease's `updatedAt` that the editor saw. */
export const changeLeaseInput = z
  .strictObject({ leaseId: id, effectiveFrom: day, ...terms, seenAt, ...retryKey })
  .superRefine(checkLateFee);
export type ChangeLeaseInput = z.infer<typeof changeLeaseInput>;

/** Sets a lease's last day. Null removes it, so that the lease continues. */
export const endLeaseInput = z.strictObject({ leaseId: id, endsOn: day.nullable(), seenAt, ...retryKey });
export type EndLeaseInput = z.infer<typeof endLeaseInput>;

/** Renews a lease with a later last day (or none, with null) and the terms from a month on. */
export const renewLeaseInput = z
  .strictObject({ leaseId: id, endsOn: day.nullable(), effectiveFrom: day, ...terms, seenAt, ...retryKey })
  .superRefine(checkLateFee);
export type RenewLeaseInput = z.infer<typeof renewLeaseInput>;

/** Adds a tenant to a lease. Without `movedInOn` they rent since the lease began. */
export const addTenantInput = z.strictObject({ leaseId: id, ...tenant.shape, movedInOn: optionalDay, ...retryKey });
export type AddTenantInput = z.infer<typeof addTenantInput>;

/** Corrects a tenant's name and email. */
export const changeTenantInput = z.strictObject({ leaseId: id, tenantId: id, ...tenant.shape, ...retryKey });
export type ChangeTenantInput = z.infer<typeof changeTenantInput>;

/** Sets a tenant's last day. Null removes it, so that they stay. */
export const moveTenantOutInput = z.strictObject({ leaseId: id, tenantId: id, movedOutOn: day.nullable(), ...retryKey });
export type MoveTenantOutInput = z.infer<typeof moveTenantOutInput>;

/** Allows or forbids paying bills in parts, from now on. */
export const setPartPaymentsInput = z.strictObject({ leaseId: id, partPayments: z.boolean(), ...retryKey });
export type SetPartPaymentsInput = z.infer<typeof setPartPaymentsInput>;

export const leaseIdInput = z.strictObject({ leaseId: id });
export const remindTenantsInput = leaseIdInput.extend(retryKey);

/** A page of a lease's ledger, newest day first. The cursor is the last line's day and number. */
export const leaseLedgerInput = leaseIdInput.extend({
  ...namedPageShape,
  cursor: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}_[1-9]\d{0,14}$/, "This cursor is not valid")
    .optional(),
});
export type LeaseLedgerInput = z.infer<typeof leaseLedgerInput>;

const reason = text({ max: limits.reasonMaxLength, required: "Enter a reason" });

/** Undoes a lease that was entered by mistake. Its tenants read the reason. */
export const undoLeaseInput = z.strictObject({ leaseId: id, reason, seenAt, ...retryKey });
export type UndoLeaseInput = z.infer<typeof undoLeaseInput>;

export const addChargeInput = z.strictObject({
  leaseId: id,
  kind: z.enum(oneOffKinds, { error: "Choose what it is for" }),
  description: text({ max: limits.descriptionMaxLength, required: "Enter a description" }),
  amount,
  dueOn: day,
  ...retryKey,
});
export type AddChargeInput = z.infer<typeof addChargeInput>;

/** Voids a charge. For a late fee, `fees` waives only this one, or all fees of its rent including future ones. */
export const voidChargeInput = z.strictObject({ chargeId: id, reason, fees: z.enum(["this", "all"]).default("this"), ...retryKey });
export type VoidChargeInput = z.infer<typeof voidChargeInput>;

/** Reduces what a tenant owes: a credit, a write-off, or money that came outside Hearth. `on` is the day it applies to. */
export const addLeaseCreditInput = z.strictObject({
  leaseId: id,
  kind: z.enum(["credit", "writeOff", "outside"], { error: "Choose a type" }),
  amount,
  on: day,
  note: text({ max: limits.descriptionMaxLength, required: "Enter a description" }),
  /** Also voids late fees that the credit makes wrong because it applies to an earlier day. */
  voidFees: z.boolean().default(false),
  ...retryKey,
});
export type AddLeaseCreditInput = z.infer<typeof addLeaseCreditInput>;

/** Previews the late fees that a credit would make wrong. */
export const wrongFeesInput = z.strictObject({ leaseId: id, amount, on: day });
export type WrongFeesInput = z.infer<typeof wrongFeesInput>;

export const reverseLeaseCreditInput = z.strictObject({ creditId: id, reason, ...retryKey });
export type ReverseLeaseCreditInput = z.infer<typeof reverseLeaseCreditInput>;

/**
 * Returns money that the landlord holds for a lease's tenants: a credit's share of a deposit (`chargeId`), or its unused part. Money paid
 * through Hearth is refunded on the chain; money from outside is recorded as returned on a day.
 */
export const giveBackInput = z.strictObject({
  leaseId: id,
  creditId: id,
  chargeId: id.optional(),
  amount,
  on: day.optional(),
  ...retryKey,
});
export type GiveBackInput = z.infer<typeof giveBackInput>;

/** Keeps part of a deposit for debts of its lease. The tenant reads the reason. */
export const keepDepositInput = z.strictObject({ chargeId: id, amount, reason, ...retryKey });
export type KeepDepositInput = z.infer<typeof keepDepositInput>;

export const paymentLeaseInput = z.strictObject({ paymentId: id });

/** Assigns a payment to a lease, or with null to none. */
export const setPaymentLeaseInput = z.strictObject({
  paymentId: id,
  leaseId: id.nullable(),
  /** Also voids late fees that the payment makes wrong because it arrived before them. */
  voidFees: z.boolean().default(false),
  ...retryKey,
});
export type SetPaymentLeaseInput = z.infer<typeof setPaymentLeaseInput>;

export const rentStates = ["all", "late", "owing", "settled", "ended"] as const;

/**
 * States that the list of leases is filtered by. `endsSoon`: runs, ends within 60 days, and no other lease of its unit follows. `giveBack`: is over, while a
 * deposit or prepaid rent is left to return.
 */
export const tenancyStates = [...rentStates, "endsSoon", "giveBack"] as const;

/** The number of days before its end in which a lease ends soon. */
export const endsSoonDays = 60;

/** The steps of a lease's tenants, the furthest last: no invitation, an open invitation, an account, signed scheduled payments. */
export const tenantStandings = ["notInvited", "invited", "joined", "autopay"] as const;

/** Sorts of the list of leases. `longest`: the oldest debt. `unit`: the property and unit in natural order. `balance`: less prepaid rent. */
export const tenancySorts = ["longest", "unit", "tenant", "pastDue", "balance", "lastPaid", "ends"] as const;
export type TenancySort = (typeof tenancySorts)[number];
export const tenancyOrders = ["ascending", "descending"] as const;
export type TenancyOrder = (typeof tenancyOrders)[number];

/** Filters of the list of leases. The search matches a name, an address, a unit, a property, an amount owed or last paid, or a transaction hash. */
const tenancyFilter = {
  state: z.enum(tenancyStates, { error: "This state is not known" }).default("all"),
  search: text({ max: limits.searchMaxLength }).optional(),
  propertyId: id.optional(),
};

/** A page of leases, filtered and searched. By default those that owe longest come first. Without an order, amounts are descending and the rest ascending. */
export const listTenantsInput = z.strictObject({
  ...tenancyFilter,
  sort: z.enum(tenancySorts, { error: "This sort is not known" }).default("longest"),
  order: z.enum(tenancyOrders, { error: "This order is not known" }).optional(),
  limit: namedPageShape.limit,
  /** For `longest`, the due date of the oldest debt and the lease's id. Otherwise opaque. */
  cursor: z
    .string()
    .regex(/^[\w-]{1,2000}$/, "This cursor is not valid")
    .optional(),
  direction: namedPageShape.direction,
});
export type ListTenantsInput = z.infer<typeof listTenantsInput>;

/** The sums over the leases of a filter. */
export const sumTenantsInput = z.strictObject(tenancyFilter);
export type SumTenantsInput = z.infer<typeof sumTenantsInput>;

/** A page of one merchant's leases, for administrators. */
export const listTenantsForAdminInput = listTenantsInput.extend({ merchantId: id });

/** A page of all merchants' leases, newest first. The search matches a merchant, a property, a unit, a tenant or a lease's id. */
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
