import type { RecordDocument } from "@hearth/domain/records/signed-record";
import { dayIn, monthAfter, monthOf, startOfDay } from "@hearth/domain/rent/calendar";
import type { InferInsertModel, InferSelectModel } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../client.ts";
import {
  charges,
  scheduledPayments,
  closedLines,
  lateFeeDays,
  leaseAllocations,
  leaseCredits,
  leaseEntries,
  leases,
  leaseTenants,
  leaseTerms,
  monthCloses,
  properties,
  reminderRules,
  rentRecords,
  termsSignatures,
  rentReminders,
  tenantInvitations,
  units,
} from "../schema.ts";
import { hashOf, hexOf, makeAddress, nextNumber, one } from "./factories.ts";

const timeZone = "America/Chicago";

export type LeaseRow = InferSelectModel<typeof leases>;
export type ChargeRow = InferSelectModel<typeof charges>;
export type LeaseCreditRow = InferSelectModel<typeof leaseCredits>;

/** A property with one unit. */
export async function makeUnit(db: DatabaseOrTransaction, { merchantId, name }: { merchantId: string; name?: string }) {
  const number = nextNumber();
  const property = one(
    await db
      .insert(properties)
      .values({ merchantId, name: `Juniper Court ${number}` })
      .returning(),
  );
  const unit = one(
    await db
      .insert(units)
      .values({ propertyId: property.id, name: name ?? `${number}` })
      .returning(),
  );
  return { property, unit };
}

/**
 * A lease of its own unit since January 2026 at $1,450.00, due on the 1st, with a tenant if given. Charges nothing automatically before
 * `nextChargeAt`.
 */
export async function makeLease(
  db: DatabaseOrTransaction,
  {
    tenantId,
    createdBy,
    terms = {},
    ...overrides
  }: Partial<InferInsertModel<typeof leases>> & {
    merchantId: string;
    createdBy: string;
    tenantId?: string;
    terms?: Partial<InferInsertModel<typeof leaseTerms>>;
  },
): Promise<LeaseRow> {
  const unitId = overrides.unitId ?? (await makeUnit(db, overrides)).unit.id;
  const startsOn = overrides.startsOn ?? "2026-01-01";
  const nextPeriod = overrides.nextPeriod ?? monthAfter(monthOf(dayIn(new Date(), timeZone)), 1);
  const values = { unitId, startsOn, timeZone, proration: "days" as const, nextPeriod, ...overrides };
  const lease = one(await db.insert(leases).values(values).returning());
  const usual = { fromPeriod: monthOf(startsOn), rentCents: 145_000, dueDay: 1, graceDays: 3, createdBy };
  await db.insert(leaseTerms).values({ leaseId: lease.id, ...usual, ...terms });
  if (tenantId !== undefined) await makeLeaseTenant(db, { leaseId: lease.id, userId: tenantId });
  return lease;
}

/** A tenant who has joined, or, without an account, one who is only named. */
export async function makeLeaseTenant(
  db: DatabaseOrTransaction,
  { userId, ...overrides }: Partial<InferInsertModel<typeof leaseTenants>> & { leaseId: string },
): Promise<InferSelectModel<typeof leaseTenants>> {
  const number = nextNumber();
  const joined = userId ? { userId, joinedAt: new Date() } : {};
  const values = { name: "Maya Torres", email: `maya.${number}@example.com`, ...joined, ...overrides };
  return one(await db.insert(leaseTenants).values(values).returning());
}

/** A due charge of $60.00 for a repair, with its ledger line. */
export async function makeCharge(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof charges>> & { leaseId: string },
): Promise<ChargeRow> {
  const dueOn = overrides.dueOn ?? "2026-11-05";
  const values = {
    kind: "repair" as const,
    description: "A new lock",
    cents: 6_000,
    dueOn,
    dueAt: startOfDay(dueOn, timeZone),
    ...overrides,
  };
  const charge = one(await db.insert(charges).values(values).returning());
  const line = { leaseId: charge.leaseId, kind: "charge" as const, chargeId: charge.id, cents: charge.cents, effectiveOn: dueOn };
  await db.insert(leaseEntries).values({ ...line, postedAt: new Date() });
  return charge;
}

/** A credit of $20.00 from outside Hearth, of which $5.00 pay the charge if one is given. */
export async function makeLeaseCredit(
  db: DatabaseOrTransaction,
  { chargeId, ...overrides }: Partial<InferInsertModel<typeof leaseCredits>> & { leaseId: string; createdBy: string; chargeId?: string },
): Promise<LeaseCreditRow> {
  const credit = one(
    await db
      .insert(leaseCredits)
      .values({ kind: "outside", arrivedAt: new Date(), ...overrides })
      .returning(),
  );
  if (credit.kind === "payment") return credit;
  const line = { leaseId: credit.leaseId, kind: credit.kind, creditId: credit.id, cents: -2_000, effectiveOn: "2026-11-06" };
  await db.insert(leaseEntries).values({ ...line, postedAt: new Date() });
  if (chargeId !== undefined) await db.insert(leaseAllocations).values({ creditId: credit.id, chargeId, cents: 500, at: new Date() });
  return credit;
}

/** An open invitation of a tenant. */
export async function makeTenantInvitation(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof tenantInvitations>> & { merchantId: string; invitedBy: string },
): Promise<InferSelectModel<typeof tenantInvitations>> {
  const number = nextNumber();
  const createdAt = overrides.createdAt ?? new Date();
  const values = {
    email: `invited.${number}@example.com`,
    address: "12 Maple Street, Springfield, IL 62704",
    aptNumber: "4B",
    inviteHash: hexOf("tenant invitation", number),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 14 * 86_400_000),
    ...overrides,
  };
  return one(await db.insert(tenantInvitations).values(values).returning());
}

/** An unsigned scheduled payment of next month's rent. */
export async function makeScheduledPayment(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof scheduledPayments>> & { leaseId: string; payerId: string; payeeId: string },
) {
  const period = monthAfter(monthOf(dayIn(new Date(), timeZone)), 1);
  const dueSeconds = startOfDay(period, timeZone).getTime() / 1_000;
  const number = nextNumber();
  const values = {
    period,
    fromAddress: makeAddress("payer", number),
    toAddress: makeAddress("payee", number),
    cents: 145_000,
    dueOn: period,
    validAfter: dueSeconds - 1,
    validBefore: dueSeconds + 4 * 86_400,
    chainId: 31_337,
    tokenAddress: makeAddress("token"),
    salt: hashOf("salt", number),
    reference: hexOf("scheduledPayment", number),
    binding: hashOf("nonce", number),
  };
  return one(
    await db
      .insert(scheduledPayments)
      .values({ ...values, ...overrides })
      .returning(),
  );
}

/** A closed month without activity, with the given lines. */
export async function makeMonthClose(
  db: DatabaseOrTransaction,
  {
    entryIds = [],
    ...overrides
  }: Partial<InferInsertModel<typeof monthCloses>> & { merchantId: string; closedBy: string; entryIds?: number[] },
) {
  const close = one(
    await db
      .insert(monthCloses)
      .values({ period: "2026-01-01", figures: [], closedAt: new Date(), ...overrides })
      .returning(),
  );
  if (entryIds.length > 0) await db.insert(closedLines).values(entryIds.map((entryId) => ({ entryId, closeId: close.id })));
  return close;
}

/** A reminder that a rule sent. */
export async function makeReminder(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof rentReminders>> & { leaseId: string },
) {
  const values = { kind: "late" as const, dueOn: "2026-11-01", cents: 145_000, sentAt: new Date(), ...overrides };
  return one(await db.insert(rentReminders).values(values).returning());
}

/** A schedule of reminders: five days before the due date, on it, and three days after it. */
export async function makeReminderRule(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof reminderRules>> & { merchantId: string },
) {
  const values = { daysBefore: 5, onDueDay: true, daysLate: 3, sentFor: "2026-01-01", updatedAt: new Date(), ...overrides };
  return one(await db.insert(reminderRules).values(values).returning());
}

/** A wallet's signature of a lease's terms. The signature is invalid. */
export async function makeTermsSignature(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof termsSignatures>> & { termsId: string; createdBy: string },
) {
  const values = { address: makeAddress("landlord"), signature: `0x${"1".repeat(130)}`, ...overrides };
  return one(await db.insert(termsSignatures).values(values).returning());
}

/** A signed record of a year without payments. */
export async function makeRentRecord(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof rentRecords>> & { leaseId: string; userId: string },
): Promise<InferSelectModel<typeof rentRecords>> {
  const number = nextNumber();
  const days = { from: "2026-01-01", to: "2026-12-31" };
  const document = {
    format: "hearth-record-1",
    record: {
      kind: "rentRecord",
      id: hashOf("record", number),
      issuedAt: 1_790_000_000,
      chainId: 84_532,
      token: makeAddress("token"),
      tenant: "Ada Quill",
      landlord: "",
      place: "",
      description: "",
      timeZone,
      ...days,
      transfers: [],
      charges: [],
    },
    signer: makeAddress("signer"),
    signature: `0x${"1".repeat(130)}`,
    jws: "",
  } as const satisfies RecordDocument;
  const values = { reference: hexOf("record", number), fromDay: days.from, toDay: days.to, chargeCount: 0, document };
  return one(
    await db
      .insert(rentRecords)
      .values({ ...values, ...overrides })
      .returning(),
  );
}

/** A day of a rent charge without a late fee, because it was paid. */
export async function makeLateFeeDay(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof lateFeeDays>> & { chargeId: string },
) {
  const values = { fromOn: "2026-11-05", throughOn: "2026-11-05", why: "paid" as const, openCents: 0, decidedAt: new Date(), ...overrides };
  return one(await db.insert(lateFeeDays).values(values).returning());
}
