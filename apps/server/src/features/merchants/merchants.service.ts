import { parseAddress, sameAddress } from "@hearth/chain/addresses";
import type { Database, DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import type { AccountStatus } from "@hearth/domain/auth/roles";
import { errorMessage, HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import type { ListMerchantsInput } from "@hearth/domain/merchants/filters";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import { paginateByName, readNamedCursor } from "../../paging/cursor.ts";
import type { CallOrigin } from "../../trpc/context.ts";
import {
  endClaimedPayees,
  findCurrentPayee,
  findMerchantOfConsumer,
  findMerchantOfOwner,
  findMerchantOfStaff,
  findMerchantToPay,
  findMerchantWithPayee,
  hadPayee,
  holdActiveMerchants,
  holdMerchantOfConsumer,
  holdMerchantStatus,
  insertPayee,
  listMerchants,
  lockMerchant,
  markPayeeEnded,
  markPayeeProven,
  wasPaidToOther,
} from "./merchants.repo.ts";
import { tellPayoutChanged } from "./payout-notices.ts";
import { type MerchantPageView, viewMerchant } from "./merchants.view.ts";

export { findBusiness } from "./merchants.repo.ts";

/** Where a merchant's money goes: one version of it. */
export interface Payee {
  id: string;
  address: `0x${string}`;
}

/** The merchant that a consumer pays, in whatever state, and what a checkout with it needs. */
export interface EnrolledMerchant {
  merchantId: string;
  name: string;
  status: AccountStatus;
  payee: Payee | null;
  /** The consumer's own, from their enrollment. */
  aptNumber: string | null;
}

/** A page of the merchants that can be enrolled with, by name. */
export function listActiveMerchants(db: Database, input: ListMerchantsInput): Promise<MerchantPageView> {
  return pageMerchants(db, ["active"], input);
}

/** A page of the merchants whose names appear in people's history: inactive ones too, suspended ones never. */
export function listNamedMerchants(db: Database, input: ListMerchantsInput): Promise<MerchantPageView> {
  return pageMerchants(db, ["active", "inactive"], input);
}

async function pageMerchants(db: Database, statuses: AccountStatus[], { cursor, limit }: ListMerchantsInput): Promise<MerchantPageView> {
  const after = cursor === undefined ? undefined : readNamedCursor("merchant", cursor);
  const rows = await listMerchants(db, { statuses, after, limit: limit + 1 });
  const { page, nextCursor } = paginateByName("merchant", rows, limit);
  return { items: page.map(viewMerchant), nextCursor };
}

/** The merchant that a consumer is enrolled with, or null; whether it may be paid is the caller's question. */
export async function findEnrolledMerchant(db: DatabaseOrTransaction, userId: string): Promise<EnrolledMerchant | null> {
  const row = await findMerchantOfConsumer(db, userId);
  if (row === null) return null;
  const { merchantId, name, status, aptNumber, payeeId, payeeAddress } = row;
  const payee = payeeId === null || payeeAddress === null ? null : { id: payeeId, address: payeeAddress };
  return { merchantId, name, status, aptNumber, payee };
}

/**
 * The merchant that a consumer pays, locked until the transaction ends: who is suspended or paid elsewhere meanwhile waits, or was first.
 */
export async function holdEnrolledMerchant(tx: Transaction, userId: string): Promise<EnrolledMerchant | null> {
  // Sent together and answered one after the other: the second sees what the first has waited for
  const [, merchant] = await Promise.all([holdMerchantOfConsumer(tx, userId), findEnrolledMerchant(tx, userId)]);
  return merchant;
}

/** A merchant as a checkout with it needs it, for somebody who need not be enrolled; whether it may be paid is the caller's question. */
export async function findBilledMerchant(db: DatabaseOrTransaction, id: string): Promise<EnrolledMerchant | null> {
  const row = await findMerchantToPay(db, id);
  if (row === null) return null;
  const { merchantId, name, status, payeeId, payeeAddress } = row;
  const payee = payeeId === null || payeeAddress === null ? null : { id: payeeId, address: payeeAddress };
  return { merchantId, name, status, aptNumber: null, payee };
}

/**
 * Whether money may be brought to a merchant, held so until the transaction ends. To be asked before a payment is locked, as everywhere.
 */
export async function holdPayableMerchant(tx: Transaction, merchantId: string): Promise<boolean> {
  return (await holdMerchantStatus(tx, merchantId)) === "active";
}

/** Those of some merchants that money may be brought to, held so until the transaction ends. */
export async function holdPayableMerchants(tx: Transaction, merchantIds: string[]): Promise<ReadonlySet<string>> {
  return new Set(await holdActiveMerchants(tx, merchantIds));
}

/** The merchant that an account owns, in whatever state, and where its money goes now. */
export async function findOwnMerchant(db: DatabaseOrTransaction, userId: string) {
  const row = await findMerchantOfOwner(db, userId);
  if (row === null) return null;
  return { ...row.merchant, payee: row.payee };
}

/**
 * The merchant that an account owns or works for, in whatever state, and where its money goes now; what staff may do there is asked where their call
 * comes in.
 */
export async function findStaffedMerchant(db: DatabaseOrTransaction, userId: string): Promise<OwnMerchant | null> {
  const row = await findMerchantOfStaff(db, userId);
  return row && { ...row.merchant, payee: row.payee };
}
export type OwnMerchant = NonNullable<Awaited<ReturnType<typeof findOwnMerchant>>>;

/** The wallet's own signature, or the word of the exchange where the owner has linked the account that the address belongs to. */
export type PayeeProof = "signature" | "exchange";

/** What becomes of a merchant's payee, who does it, and from where. */
export interface PayeeChange {
  merchantId: string;
  /** Empty for nowhere: no checkout can be made until there is an address again. */
  address: string;
  actorId: string | null;
  now: Date;
  origin?: CallOrigin;
  /** What proves just now that the address is the merchant's; left out for one that was only typed. */
  provenBy?: PayeeProof;
}

/**
 * Sends a merchant's money elsewhere from now on; checkouts that are open keep the payee they were made with. Setting the address that is
 * set already changes nothing. @throws HearthError NOT_FOUND, or VALIDATION for an address with a wrong checksum.
 */
export async function setPayee(db: Database, change: PayeeChange): Promise<Payee | null> {
  return db.transaction((tx) => changePayee(tx, change));
}

/**
 * Sends a merchant's money elsewhere from now on, within a transaction of more. Setting the address that is set already changes nothing.
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
  if (current !== null && payee !== null) await tellPayoutChanged(tx, merchantId, payee.address, now);
  return payee;
}

/** Anybody can type an address in; who proves it takes it back from a merchant that has not, who is paid nowhere then. */
async function displaceClaims(tx: Transaction, change: PayeeChange, address: string): Promise<void> {
  const { merchantId, actorId, now } = change;
  for (const claimant of await endClaimedPayees(tx, merchantId, address, now)) {
    const data = { walletAddress: { from: address, to: null }, provenBy: "another merchant" };
    const subject = publicId("merchant", claimant);
    await insertAuditEntry(tx, change.origin ?? null, { at: now, actorId, action: "merchant.payeeSet", subject, data });
  }
}

/**
 * Makes sure that an address, which was only typed in, is not where another merchant is paid or ever was: late money that still comes there
 * would be shown to whoever typed it. @throws HearthError WALLET_ALREADY_USED.
 */
export async function requireUnclaimed(tx: Transaction, merchantId: string, address: string): Promise<void> {
  if (!(await wasPaidToOther(tx, merchantId, address))) return;
  throw new HearthError("WALLET_ALREADY_USED", { fields: { walletAddress: errorMessage("WALLET_ALREADY_USED") } });
}

/** Whether a merchant is paid anywhere, or ever was: then whoever sends its money elsewhere has to be sure. */
export function wasEverPaid(db: DatabaseOrTransaction, merchantId: string): Promise<boolean> {
  return hadPayee(db, merchantId);
}

/** Holds a merchant until the transaction ends, so that two changes of where it is paid take turns. @throws HearthError NOT_FOUND. */
export async function holdMerchant(tx: Transaction, merchantId: string): Promise<void> {
  if (!(await lockMerchant(tx, merchantId))) throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
}

/** A merchant's owner and state, and where it is paid now. */
export function findPaidMerchant(db: DatabaseOrTransaction, merchantId: string) {
  return findMerchantWithPayee(db, merchantId);
}

function invalidAddress(): HearthError {
  const message = "Please enter a valid wallet address";
  return new HearthError("VALIDATION", { message, fields: { walletAddress: message } });
}
