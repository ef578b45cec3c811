import { parseAddress, sameAddress } from "@hearth/chain/addresses";
import type { Database, DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import type { CardJson } from "@hearth/db/payee-of";
import type { AccountStatus } from "@hearth/domain/auth/roles";
import { errorMessage, HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import type { ListMerchantsInput } from "@hearth/domain/merchants/filters";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import { paginateByName, readNamedCursor } from "../../paging/cursor.ts";
import type { Deps } from "../../deps.ts";
import type { CallOrigin } from "../../trpc/context.ts";
import {
  endClaimedPayees,
  findCurrentPayee,
  findMerchantOfConsumer,
  findMerchantOfOwner,
  findMerchantOfStaff,
  findMerchantToPay,
  findMerchantWithPayee,
  findNamePaidAt,
  hadPayee,
  lockMerchantOfConsumer,
  lockMerchantStatus,
  insertPayee,
  listMerchants,
  lockMerchant,
  markPayeeEnded,
  markPayeeProven,
  wasPaidToOther,
} from "./merchants.repo.ts";
import { type CardedMerchant, holdCardedMerchants, judgePayees } from "../payees/payee-cards.ts";
import { notifyPayoutChanged } from "./owner-notices.ts";
import { type MerchantPageView, viewMerchant } from "./merchants.view.ts";

export { findBusiness } from "./merchants.repo.ts";

/** A version of a merchant's payout address. */
export interface Payee {
  id: string;
  address: `0x${string}`;
}

/** The merchant that a consumer pays, in any status, with the data that a checkout needs. */
export interface EnrolledMerchant {
  merchantId: string;
  name: string;
  status: AccountStatus;
  payee: Payee | null;
  /** The merchant's signed payee cards. */
  cards: CardJson[];
  /** The consumer's apartment, from their enrollment. */
  aptNumber: string | null;
}

/** Returns a page of the merchants that consumers can enroll with, by name. */
export function listActiveMerchants(deps: Deps, input: ListMerchantsInput): Promise<MerchantPageView> {
  return pageMerchants(deps, ["active"], input);
}

/** Returns a page of the merchants that may appear by name in people's history: active and inactive, but not suspended. */
export function listNamedMerchants(deps: Deps, input: ListMerchantsInput): Promise<MerchantPageView> {
  return pageMerchants(deps, ["active", "inactive"], input);
}

async function pageMerchants(deps: Deps, statuses: AccountStatus[], { cursor, limit }: ListMerchantsInput): Promise<MerchantPageView> {
  const after = cursor === undefined ? undefined : readNamedCursor("merchant", cursor);
  const rows = await listMerchants(deps.db, { statuses, after, limit: limit + 1 });
  const { page, nextCursor } = paginateByName("merchant", rows, limit);
  const standings = await judgePayees(
    deps,
    page.map(({ id: merchantId, payeeAddress: address, cards }) => ({ merchantId, payee: { id: null, address, cards } })),
  );
  return { items: page.map((row, index) => viewMerchant(row, standings[index]?.is !== "fine")), nextCursor };
}

/** Reads the merchant that a consumer is enrolled with, or null. The caller checks its status. */
export async function findEnrolledMerchant(db: DatabaseOrTransaction, userId: string): Promise<EnrolledMerchant | null> {
  const row = await findMerchantOfConsumer(db, userId);
  if (row === null) return null;
  const { merchantId, name, status, aptNumber, cards, payeeId, payeeAddress } = row;
  const payee = payeeId === null || payeeAddress === null ? null : { id: payeeId, address: payeeAddress };
  return { merchantId, name, status, aptNumber, payee, cards };
}

/**
 * Reads the merchant that a consumer pays, and locks it until the transaction ends. A concurrent suspension or payee change either waits or
 * is already visible.
 */
export async function holdEnrolledMerchant(tx: Transaction, userId: string): Promise<EnrolledMerchant | null> {
  // Both statements are pipelined on one connection: the second runs after the lock and sees what it waited for.
  const [, merchant] = await Promise.all([lockMerchantOfConsumer(tx, userId), findEnrolledMerchant(tx, userId)]);
  return merchant;
}

/** Reads a merchant for a checkout by somebody who need not be enrolled. The caller checks its status. */
export async function findBilledMerchant(db: DatabaseOrTransaction, id: string): Promise<EnrolledMerchant | null> {
  const row = await findMerchantToPay(db, id);
  if (row === null) return null;
  const { merchantId, name, status, cards, payeeId, payeeAddress } = row;
  const payee = payeeId === null || payeeAddress === null ? null : { id: payeeId, address: payeeAddress };
  return { merchantId, name, status, aptNumber: null, payee, cards };
}

/**
 * True where a merchant may be paid; its status is locked until the transaction ends. Call it before locking a payment, to keep the lock
 * order.
 */
export async function lockPayableMerchant(tx: Transaction, merchantId: string): Promise<boolean> {
  return (await lockMerchantStatus(tx, merchantId)) === "active";
}

/**
 * Returns those merchants that may be paid, by id, with their payees and cards. They are locked until the transaction ends. Call it before
 * locking a payment, to keep the lock order.
 */
export async function holdPayableMerchants(tx: Transaction, merchantIds: readonly string[]): Promise<ReadonlyMap<string, CardedMerchant>> {
  const held = await holdCardedMerchants(tx, merchantIds);
  return new Map(held.filter(({ status }) => status === "active").map((merchant) => [merchant.merchantId, merchant]));
}

/** Reads the merchant that an account owns, in any status, with its current payee. */
export async function findOwnMerchant(db: DatabaseOrTransaction, userId: string) {
  const row = await findMerchantOfOwner(db, userId);
  if (row === null) return null;
  return { ...row.merchant, payee: row.payee };
}

/** Reads the merchant that an account owns or works for, in any status, with its current payee. The procedure checks what staff may do. */
export async function findStaffedMerchant(db: DatabaseOrTransaction, userId: string): Promise<OwnMerchant | null> {
  const row = await findMerchantOfStaff(db, userId);
  return row && { ...row.merchant, payee: row.payee };
}
export type OwnMerchant = NonNullable<Awaited<ReturnType<typeof findOwnMerchant>>>;

/**
 * The proof of a payee: the wallet's own signature, or an exchange's word, where the owner has linked the account that the address belongs
 * to.
 */
export type PayeeProof = "signature" | "exchange";

/** A change of a merchant's payee, with its actor and origin. */
export interface PayeeChange {
  merchantId: string;
  /** Empty to remove the payee: no checkout can then be created. */
  address: string;
  actorId: string | null;
  now: Date;
  origin?: CallOrigin;
  /** The proof that the address is the merchant's; undefined for an address that was only typed. */
  provenBy?: PayeeProof;
}

/**
 * Changes a merchant's payee from now on; open checkouts keep theirs. Setting the current address again changes nothing.
 * @throws HearthError NOT_FOUND, or VALIDATION for an address with a wrong checksum.
 */
export async function setPayee(db: Database, change: PayeeChange): Promise<Payee | null> {
  return db.transaction((tx) => changePayee(tx, change));
}

/**
 * Like `setPayee`, within the caller's transaction.
 * @throws HearthError NOT_FOUND, or VALIDATION for an address with a wrong checksum.
 */
export async function changePayee(tx: Transaction, change: PayeeChange): Promise<Payee | null> {
  const { merchantId, actorId, now, origin = null, provenBy } = change;
  const provenAt = provenBy === undefined ? null : now;
  const address = change.address === "" ? null : parseAddress(change.address);
  if (address === null && change.address !== "") throw invalidAddress();
  if (!(await lockMerchant(tx, merchantId))) throw new HearthError("NOT_FOUND");
  const current = await findCurrentPayee(tx, merchantId);
  const isSame = current === null || address === null ? current === address : sameAddress(current.address, address);
  if (isSame) {
    if (current === null || provenAt === null || !(await markPayeeProven(tx, { ...current, merchantId }, provenAt))) return current;
    const entry = { at: now, actorId, action: "merchant.payeeProven" as const, subject: publicId("merchant", merchantId) };
    await insertAuditEntry(tx, origin, { ...entry, data: { walletAddress: current.address, ...(provenBy && { provenBy }) } });
    return current;
  }
  if (address !== null && provenAt !== null) await displaceClaims(tx, change, address);
  await markPayeeEnded(tx, merchantId, now);
  const payee = address === null ? null : await insertPayee(tx, { merchantId, address, createdAt: now, provenAt });
  const subject = publicId("merchant", merchantId);
  const data = { walletAddress: { from: current?.address ?? null, to: address }, ...(provenBy && { provenBy }) };
  await insertAuditEntry(tx, origin, { at: now, actorId, action: "merchant.payeeSet", subject, data });
  if (payee !== null) await notifyPayoutChanged(tx, { merchantId, address: payee.address, actorId, isFirst: current === null, now });
  return payee;
}

/** Removes an address from merchants that have only typed it in, once another merchant proves it. They then have no payee. */
async function displaceClaims(tx: Transaction, change: PayeeChange, address: string): Promise<void> {
  const { merchantId, actorId, now } = change;
  for (const claimant of await endClaimedPayees(tx, merchantId, address, now)) {
    const data = { walletAddress: { from: address, to: null }, provenBy: "another merchant" };
    const subject = publicId("merchant", claimant);
    await insertAuditEntry(tx, change.origin ?? null, { at: now, actorId, action: "merchant.payeeSet", subject, data });
  }
}

/**
 * Refuses a typed address where another merchant is paid, or was: late money there would be shown to the merchant that typed it.
 * @throws HearthError WALLET_ALREADY_USED.
 */
export async function requireUnclaimed(tx: Transaction, merchantId: string, address: string): Promise<void> {
  if (!(await wasPaidToOther(tx, merchantId, address))) return;
  throw new HearthError("WALLET_ALREADY_USED", { fields: { walletAddress: errorMessage("WALLET_ALREADY_USED") } });
}

/** True where a merchant has or had a payee. A change of it then needs stronger confirmation. */
export function wasEverPaid(db: DatabaseOrTransaction, merchantId: string): Promise<boolean> {
  return hadPayee(db, merchantId);
}

/** Locks a merchant until the transaction ends, so that concurrent payee changes run one after another. @throws HearthError NOT_FOUND. */
export async function holdMerchant(tx: Transaction, merchantId: string): Promise<void> {
  if (!(await lockMerchant(tx, merchantId))) throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
}

/** Reads a merchant's owner, status and current payee. */
export function findPaidMerchant(db: DatabaseOrTransaction, merchantId: string) {
  return findMerchantWithPayee(db, merchantId);
}

/** Returns the name of a business that is paid at an address, or was and has proven it. Null where there is none. */
export function findBusinessPaidAt(db: DatabaseOrTransaction, address: string): Promise<string | null> {
  return findNamePaidAt(db, address);
}

function invalidAddress(): HearthError {
  const message = "Please enter a valid wallet address";
  return new HearthError("VALIDATION", { message, fields: { walletAddress: message } });
}
