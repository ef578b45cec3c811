import { parseAddress } from "@hearth/chain/addresses";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import type { WalletKind } from "@hearth/db/schema/wallets";
import { errorMessage, HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { notify } from "../notifications/notify.ts";
import {
  findLinkedWallet,
  hasProvenAddress,
  insertWallet,
  isLinkedElsewhere,
  listLinkedWallets,
  listProvenAddresses,
  lockAccount,
  markUnlinked,
} from "./wallet.repo.ts";
import { type BalanceView, viewWalletStatus, type WalletAddressView, type WalletStatusView } from "./wallet.view.ts";

/** What an account has linked. @throws HearthError WALLET_SETUP_NEEDED when that is nothing. */
export async function readWalletStatus(deps: Deps, actor: Actor): Promise<WalletStatusView> {
  const linked = await listLinkedWallets(deps.db, actor.userId);
  if (linked.length === 0) throw new HearthError("WALLET_SETUP_NEEDED");
  return viewWalletStatus(linked);
}

/** The account's own wallet, or null; never the smart one, which has its own field. */
export async function readWalletAddress(deps: Deps, actor: Actor): Promise<WalletAddressView> {
  const { walletAddress } = viewWalletStatus(await listLinkedWallets(deps.db, actor.userId));
  return { walletAddress };
}

/** The USDC in the account's own wallet, or else in its smart one, read from the chain now. @throws HearthError CHAIN_UNAVAILABLE. */
export async function readBalance(deps: Deps, actor: Actor): Promise<BalanceView> {
  const linked = await listLinkedWallets(deps.db, actor.userId);
  const wallet = linked.find(({ kind }) => kind === "external") ?? linked.find(({ kind }) => kind === "smart");
  if (wallet === undefined) throw new HearthError("WALLET_SETUP_NEEDED");
  return { address: wallet.address, usdcUnits: String(await deps.chain.balanceOf(wallet.address)) };
}

/** The addresses whose transfers are an account's own: linked now, and proven by a signature. */
export function provenAddresses(db: DatabaseOrTransaction, userId: string): Promise<`0x${string}`[]> {
  return listProvenAddresses(db, userId);
}

/** Whether an account has shown by a signature, now or earlier, that an address is its own; unlinking it takes nothing of that away. */
export function hasEverProven(db: DatabaseOrTransaction, userId: string, address: string): Promise<boolean> {
  return hasProvenAddress(db, userId, address);
}

/** The address that an account has linked as this kind, or null. */
export async function findWalletOfKind(db: DatabaseOrTransaction, userId: string, kind: WalletKind): Promise<`0x${string}` | null> {
  const linked = await listLinkedWallets(db, userId);
  return linked.find((wallet) => wallet.kind === kind)?.address ?? null;
}

/** Holds an account until the transaction ends, so that two changes of its wallets take turns. */
export function holdWallets(tx: Transaction, userId: string): Promise<void> {
  return lockAccount(tx, userId);
}

/** Makes sure that an address is not linked to another account. @throws HearthError WALLET_ALREADY_USED. */
export async function requireUnlinked(tx: Transaction, userId: string, address: `0x${string}`): Promise<void> {
  if (!(await isLinkedElsewhere(tx, userId, address))) return;
  throw new HearthError("WALLET_ALREADY_USED", { fields: { walletAddress: errorMessage("WALLET_ALREADY_USED") } });
}

/** Whose wallets are changed, and by whom where that is not the owner. */
export interface WalletOwner {
  userId: string;
  /** The owner where left out. */
  actorId?: string;
}

/** A wallet that somebody typed, in place of the account's previous one of that kind; an empty address only unlinks. */
export interface WalletChange {
  kind: "external" | "smart";
  address: string;
  /** The input's field, for what is wrong with the address. */
  field: string;
}

/**
 * Links an address that somebody typed, unproven; linking what is linked already changes nothing, and keeps it proven.
 * @throws HearthError WALLET_ALREADY_USED, or VALIDATION for a wrong checksum.
 */
export async function setWallet(deps: Deps, origin: CallOrigin, owner: WalletOwner, change: WalletChange): Promise<WalletStatusView> {
  return deps.db.transaction(async (tx) => {
    await changeWallet(deps, tx, origin, owner, change);
    return viewWalletStatus(await listLinkedWallets(tx, owner.userId));
  });
}

/**
 * Links an address that somebody typed, unproven, within a transaction of more; linking what is linked already changes nothing.
 * @throws HearthError WALLET_ALREADY_USED, or VALIDATION for a wrong checksum.
 */
export async function changeWallet(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin,
  owner: WalletOwner,
  change: WalletChange,
): Promise<void> {
  const address = change.address === "" ? null : readAddress(change.address, change.field);
  await lockAccount(tx, owner.userId);
  const linked = address === null ? null : await findLinkedWallet(tx, owner.userId, address);
  if (linked?.kind === change.kind) return;
  if (linked !== null) throw new HearthError("CONFLICT", { message: "This wallet address is already linked to your account" });
  await unlinkWallet(deps, tx, origin, owner, change.kind);
  if (address !== null) await linkWallet(deps, tx, origin, owner, { kind: change.kind, address, provenAt: null });
}

/** Unlinks the account's wallet of a kind and writes it down; does nothing where there is none. */
export async function unlinkWallet(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin | null,
  owner: WalletOwner,
  kind: WalletKind,
): Promise<void> {
  const now = deps.clock.now();
  const subject = await markUnlinked(tx, owner.userId, kind, now);
  if (subject === null) return;
  const actorId = owner.actorId ?? owner.userId;
  await insertAuditEntry(tx, origin, { at: now, actorId, action: "wallet.unlinked", subject, data: { kind, ...ownerFact(owner) } });
  await tellWallet(tx, owner.userId, { kind, address: subject, change: "unlinked", now });
}

/** Unlinks an address that the account has linked, as whatever kind, and writes it down; does nothing where it has not. */
export async function unlinkAddress(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin,
  owner: WalletOwner,
  address: `0x${string}`,
): Promise<void> {
  const linked = await findLinkedWallet(tx, owner.userId, address);
  if (linked !== null) await unlinkWallet(deps, tx, origin, owner, linked.kind);
}

/** Links an address and writes it down. @throws HearthError WALLET_ALREADY_USED when it belongs to another account. */
export async function linkWallet(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin | null,
  owner: WalletOwner,
  wallet: { kind: WalletKind; address: `0x${string}`; provenAt: Date | null },
): Promise<void> {
  const now = deps.clock.now();
  await insertWallet(tx, { ...wallet, userId: owner.userId, createdAt: now });
  const data = { kind: wallet.kind, proven: wallet.provenAt === null ? "no" : "yes", ...ownerFact(owner) };
  const actorId = owner.actorId ?? owner.userId;
  await insertAuditEntry(tx, origin, { at: now, actorId, action: "wallet.linked", subject: wallet.address, data });
  await tellWallet(tx, owner.userId, { ...wallet, change: "linked", now });
}

async function tellWallet(
  tx: Transaction,
  userId: string,
  { kind, address, change, now }: { kind: WalletKind; address: string; change: "linked" | "unlinked"; now: Date },
): Promise<void> {
  const at = now.toISOString();
  await notify(tx, {
    userIds: [userId],
    key: `wallet-${change}:${address}:${at}`,
    event: { kind: "walletChanged", address, change, ...(kind === "payout" && { isPayout: true as const }), at },
    now,
  });
}

/** Whose wallet it is, where somebody else changed it. */
function ownerFact({ userId, actorId }: WalletOwner): { owner?: string } {
  return actorId === undefined || actorId === userId ? {} : { owner: publicId("user", userId) };
}

/** Reads an address that a client sent, checksummed. @throws HearthError VALIDATION, on the field it came in. */
export function readAddress(text: string, field: string): `0x${string}` {
  const address = parseAddress(text);
  if (address !== null) return address;
  const message = "Please enter a valid wallet address";
  throw new HearthError("VALIDATION", { message, fields: { [field]: message } });
}
