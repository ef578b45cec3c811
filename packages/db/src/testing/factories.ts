import { createHash } from "node:crypto";
import type { InferInsertModel, InferSelectModel } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../client.ts";
import {
  auditLog,
  merchantAcknowledgements,
  merchantStaff,
  merchants,
  payeeCards,
  payeeChanges,
  payees,
  payerNotices,
  refundWallets,
  sessions,
  users,
  walletChallenges,
  wallets,
} from "../schema.ts";

/** The password of every account that a factory makes. */
export const factoryPassword = "hearth-demo-2026";
/** Its argon2id hash at the lowest possible cost. Tests sign in hundreds of times, and test access rather than the cost of guessing. */
export const factoryPasswordHash = "$argon2id$v=19$m=8,p=1,t=1$aGVhcnRoLWRlbW8tc2FsdA$8Osh6rFZdcgGGyiZ1netBi6AcCDfouU6C/AmpohrvxY";
/**
 * Its argon2id hash at the product's cost, precomputed for the demo and for measurements. Hashing it for each account would make both slow.
 */
export const productPasswordHash = "$argon2id$v=19$m=19456,p=1,t=2$aGVhcnRoLWRlbW8tc2FsdA$2BWi10JIT7zA5N1xeslSyNdyTFOVkrDzheoF5Zf3Vzg";

export type UserRow = InferSelectModel<typeof users>;
export type MerchantRow = InferSelectModel<typeof merchants>;
export type PayeeRow = InferSelectModel<typeof payees>;
export type WalletRow = InferSelectModel<typeof wallets>;
export type SessionRow = InferSelectModel<typeof sessions>;

// None of these is a name that a test searches for. Test files share a process, so the next name depends on earlier files.
const firstNames = ["Ada", "Ben", "Carmen", "Dev", "Elena", "Farid", "Grace", "Hugo", "Imani", "Jonas", "Kira", "Luis", "Mirte", "Noor"];
const lastNames = ["Adler", "Lindqvist", "Reyes", "Patel", "Moreau", "Haddad", "Kim", "Novak", "Mensah", "Weber", "Sato"];
const businessNames = ["Maple Court", "Harbor View", "Elm Street Lofts", "Northgate Homes", "Cedar House", "Riverside Flats"];

let made = 0;

/** Returns a number that no other row of this process has. */
export function nextNumber(): number {
  made += 1;
  return made;
}

/** Returns 64 hex digits, deterministic for the same words. */
export function hexOf(...seeds: (string | number)[]): string {
  return createHash("sha256").update(seeds.join(" ")).digest("hex");
}

/** Returns a transaction or block hash, deterministic for the same words. */
export function hashOf(...seeds: (string | number)[]): `0x${string}` {
  return `0x${hexOf(...seeds)}`;
}

/** Returns a well-formed address without a known key. It has digits only, so it equals its checksummed form. */
export function makeAddress(...seeds: (string | number)[]): `0x${string}` {
  const digits = [...hexOf("address", ...seeds)].map((digit) => Number.parseInt(digit, 16) % 10);
  return `0x${digits.join("").slice(0, 40)}`;
}

/** Returns the single row of an insert. */
export function one<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error("The insert returned no row");
  return row;
}

function pick(names: string[], number: number): string {
  return names[number % names.length] ?? "";
}

/** An active consumer with the factory's password and no enrollment. */
export async function makeUser(db: DatabaseOrTransaction, overrides: Partial<InferInsertModel<typeof users>> = {}): Promise<UserRow> {
  const number = nextNumber();
  const firstName = overrides.firstName ?? pick(firstNames, number);
  const lastName = overrides.lastName ?? pick(lastNames, number);
  const email = `${firstName}.${lastName}.${number}@example.com`.toLowerCase();
  const values = { email, passwordHash: factoryPasswordHash, firstName, lastName, ...overrides };
  return one(await db.insert(users).values(values).returning());
}

/** An active merchant with its owner and its current payee; `payeeAddress: null` makes one without a wallet. */
export async function makeMerchant(
  db: DatabaseOrTransaction,
  { payeeAddress, ...overrides }: Partial<InferInsertModel<typeof merchants>> & { payeeAddress?: `0x${string}` | null } = {},
): Promise<{ merchant: MerchantRow; owner: UserRow; payee: PayeeRow | null }> {
  const number = nextNumber();
  const owner = await ownerOf(db, overrides.ownerUserId);
  const values = {
    ownerUserId: owner.id,
    name: `${pick(businessNames, number)} ${number}`,
    businessType: "apartment" as const,
    contactName: `${owner.firstName} ${owner.lastName}`,
    email: `office.${number}@example.com`,
    phoneNumber: "(555) 010-0199",
    address: `${100 + number} Maple Street, Springfield, IL 62704, United States`,
    ...overrides,
  };
  const merchant = one(await db.insert(merchants).values(values).returning());
  if (payeeAddress === null) return { merchant, owner, payee: null };
  return { merchant, owner, payee: await makePayee(db, { merchantId: merchant.id, ...(payeeAddress && { address: payeeAddress }) }) };
}

/** A payer's confirmation that they know an unreviewed merchant. */
export async function makeAcknowledgement(
  db: DatabaseOrTransaction,
  membership: { userId: string; merchantId: string },
): Promise<InferSelectModel<typeof merchantAcknowledgements>> {
  return one(await db.insert(merchantAcknowledgements).values(membership).returning());
}

/** A member of a merchant's staff, or an invited one without a `userId`. */
export async function makeStaff(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof merchantStaff>> & { merchantId: string; invitedBy: string },
): Promise<InferSelectModel<typeof merchantStaff>> {
  const number = nextNumber();
  const createdAt = overrides.createdAt ?? new Date();
  const hasJoined = overrides.userId != null;
  const values = {
    email: `staff.${number}@example.com`,
    role: "manager" as const,
    inviteHash: hasJoined ? null : hexOf("staff", number),
    joinedAt: hasJoined ? createdAt : null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 14 * 86_400_000),
    ...overrides,
  };
  return one(await db.insert(merchantStaff).values(values).returning());
}

async function ownerOf(db: DatabaseOrTransaction, ownerUserId: string | undefined): Promise<UserRow> {
  if (ownerUserId === undefined) return makeUser(db, { role: "merchant" });
  const owner = await db.query.users.findFirst({ where: (user, { eq }) => eq(user.id, ownerUserId) });
  if (!owner) throw new Error("The merchant's owner does not exist");
  return owner;
}

/** A merchant's payee, proven unless `provenAt` is null. Set `endedAt` for an earlier one, because only one is current. */
export async function makePayee(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof payees>> & { merchantId: string },
): Promise<PayeeRow> {
  const number = nextNumber();
  const address = overrides.address ?? makeAddress("payee", number);
  const provenFromBlock = overrides.provenAt === null ? null : (overrides.watchedFromBlock ?? 0n);
  // Earlier than the dates of all tests, whenever they run: a business without a wallet cannot be paid.
  const createdAt = new Date(Date.UTC(2000, 0, 1) + number * 1_000);
  const values = { provenAt: new Date(), provenFromBlock, createdAt, ...overrides, address };
  return one(await db.insert(payees).values(values).returning());
}

/** A proven wallet from which a merchant's owner sends refunds. */
export async function makeRefundWallet(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof refundWallets>> & { merchantId: string; provenBy: string },
): Promise<InferSelectModel<typeof refundWallets>> {
  const values = { address: makeAddress("refund wallet", nextNumber()), provenAt: new Date(), provenFromBlock: 0n, ...overrides };
  return one(await db.insert(refundWallets).values(values).returning());
}

/** A payee card as a row. Its signature is nobody's, so no check accepts it. */
export async function makePayeeCard(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof payeeCards>> & { merchantId: string; createdBy: string },
): Promise<InferSelectModel<typeof payeeCards>> {
  const number = nextNumber();
  const values = {
    sequence: 1,
    hash: `0x${hexOf("card", number)}` as const,
    previousHash: `0x${"0".repeat(64)}` as const,
    name: "Juniper Court",
    address: makeAddress("payee", number),
    validFrom: new Date("2026-01-01T00:00:00Z"),
    signature: `0x${"1b".repeat(65)}` as const,
    isAgreed: true,
    ...overrides,
  };
  return one(await db.insert(payeeCards).values(values).returning());
}

/** A notice to the payers of a merchant about its payee, not yet sent. */
export async function makePayerNotice(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof payerNotices>> & { merchantId: string; payeeId: string },
): Promise<InferSelectModel<typeof payerNotices>> {
  return one(await db.insert(payerNotices).values(overrides).returning());
}

/** A change of a merchant's payout wallet that waits for a day. */
export async function makePayeeChange(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof payeeChanges>> & { merchantId: string; requestedBy: string },
): Promise<InferSelectModel<typeof payeeChanges>> {
  const requestedAt = overrides.requestedAt ?? new Date();
  const takesEffectAt = new Date(requestedAt.getTime() + 86_400_000);
  const values = { requestedAt, takesEffectAt, address: makeAddress("payee", nextNumber()), ...overrides };
  return one(await db.insert(payeeChanges).values(values).returning());
}

/** A proven wallet of an account; `provenAt: null` makes one that was only typed in. */
export async function makeWallet(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof wallets>> & { userId: string },
): Promise<WalletRow> {
  const values = { kind: "external" as const, address: makeAddress("wallet", nextNumber()), provenAt: new Date(), ...overrides };
  return one(await db.insert(wallets).values(values).returning());
}

/** A stored session. For a valid token, sign in through the harness. */
export async function makeSession(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof sessions>> & { userId: string },
): Promise<SessionRow> {
  const now = overrides.lastUsedAt ?? new Date();
  const values = {
    kind: "auth" as const,
    tokenHash: hexOf("session", nextNumber()),
    lastUsedAt: now,
    idleExpiresAt: new Date(now.getTime() + 24 * 3_600_000),
    expiresAt: new Date(now.getTime() + 30 * 24 * 3_600_000),
    ...overrides,
  };
  return one(await db.insert(sessions).values(values).returning());
}

/** An open challenge to prove a wallet. */
export async function makeWalletChallenge(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof walletChallenges>> & { userId: string },
): Promise<InferSelectModel<typeof walletChallenges>> {
  const number = nextNumber();
  const expiresAt = new Date(Date.now() + 600_000);
  const values = { nonce: hexOf("nonce", number).slice(0, 32), address: makeAddress("wallet", number), expiresAt, ...overrides };
  return one(await db.insert(walletChallenges).values(values).returning());
}

export async function makeAuditEntry(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof auditLog>> = {},
): Promise<InferSelectModel<typeof auditLog>> {
  const values = { at: new Date(), action: "auth.signedIn", ip: "127.0.0.1", ...overrides };
  return one(await db.insert(auditLog).values(values).returning());
}
