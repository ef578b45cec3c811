import { parseAddress, sameAddress } from "@hearth/chain/addresses";
import type { Database, DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import type { AccountStatus } from "@hearth/domain/auth/roles";
import { HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { CallOrigin } from "../../trpc/context.ts";
import {
  findCurrentPayee,
  findMerchantOfConsumer,
  findMerchantOfOwner,
  insertPayee,
  isOwner,
  listMerchants,
  lockMerchant,
  markPayeeEnded,
  markPayeeProven,
} from "./merchants.repo.ts";
import { type MerchantView, viewMerchant } from "./merchants.view.ts";

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

/** Merchants that can be enrolled with. */
export async function listActiveMerchants(db: Database): Promise<MerchantView[]> {
  return (await listMerchants(db, ["active"])).map(viewMerchant);
}

/** Merchants whose names appear in people's history: inactive ones too, suspended ones never. */
export async function listNamedMerchants(db: Database): Promise<MerchantView[]> {
  return (await listMerchants(db, ["active", "inactive"])).map(viewMerchant);
}

/** The merchant that a consumer is enrolled with, or null; whether it may be paid is the caller's question. */
export async function findEnrolledMerchant(db: DatabaseOrTransaction, userId: string): Promise<EnrolledMerchant | null> {
  const row = await findMerchantOfConsumer(db, userId);
  if (row === null) return null;
  const { merchantId, name, status, aptNumber, payeeId, payeeAddress } = row;
  const payee = payeeId === null || payeeAddress === null ? null : { id: payeeId, address: payeeAddress };
  return { merchantId, name, status, aptNumber, payee };
}

/** The merchant that an account owns, in whatever state, and where its money goes now. */
export async function findOwnMerchant(db: DatabaseOrTransaction, userId: string) {
  const row = await findMerchantOfOwner(db, userId);
  if (row === null) return null;
  return { ...row.merchant, payee: row.payee };
}
export type OwnMerchant = NonNullable<Awaited<ReturnType<typeof findOwnMerchant>>>;

/** Whether an account owns a merchant: the only ground on which its things are shown to that account. */
export function ownsMerchant(db: DatabaseOrTransaction, userId: string, merchantId: string): Promise<boolean> {
  return isOwner(db, userId, merchantId);
}

/** What becomes of a merchant's payee, who does it, and from where. */
export interface PayeeChange {
  merchantId: string;
  /** Empty for nowhere: no checkout can be made until there is an address again. */
  address: string;
  actorId: string | null;
  now: Date;
  origin?: CallOrigin;
  /** Whether a signature proves the address just now. */
  isProven?: boolean;
}

/**
 * Sends a merchant's money elsewhere from now on; checkouts that are open keep the payee they were made with. Setting the address that is
 * set already changes nothing. @throws HearthError NOT_FOUND, or VALIDATION for an address with a wrong checksum.
 */
export async function setPayee(db: Database, change: PayeeChange): Promise<Payee | null> {
  return db.transaction((tx) => changePayee(tx, change));
}

/** The same within a transaction of more. */
export async function changePayee(tx: Transaction, change: PayeeChange): Promise<Payee | null> {
  const { merchantId, actorId, now, origin = null } = change;
  const provenAt = change.isProven ? now : null;
  const address = change.address === "" ? null : parseAddress(change.address);
  if (address === null && change.address !== "") throw invalidAddress();
  if (!(await lockMerchant(tx, merchantId))) throw new HearthError("NOT_FOUND");
  const current = await findCurrentPayee(tx, merchantId);
  const isSame = current === null || address === null ? current === address : sameAddress(current.address, address);
  if (isSame) {
    if (current !== null && provenAt !== null) await markPayeeProven(tx, current.id, provenAt);
    return current;
  }
  await markPayeeEnded(tx, merchantId, now);
  const payee = address === null ? null : await insertPayee(tx, { merchantId, address, createdAt: now, provenAt });
  const subject = publicId("merchant", merchantId);
  const data = { walletAddress: { from: current?.address ?? null, to: address } };
  await insertAuditEntry(tx, origin, { at: now, actorId, action: "merchant.payeeSet", subject, data });
  return payee;
}

function invalidAddress(): HearthError {
  const message = "Please enter a valid wallet address";
  return new HearthError("VALIDATION", { message, fields: { walletAddress: message } });
}
