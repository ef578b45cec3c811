import { parseAddress } from "@hearth/chain/addresses";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import type { WalletKind } from "@hearth/db/schema/wallets";
import { errorMessage, HearthError } from "@hearth/domain/errors";
import { publicId } from "@hearth/domain/ids";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { requireOpenSession } from "../auth/sessions/sessions.service.ts";
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

/** Returns an account's linked wallets. @throws HearthError WALLET_SETUP_NEEDED when there are none. */
export async function readWalletStatus(deps: Deps, actor: Actor): Promise<WalletStatusView> {
  const linked = await listLinkedWallets(deps.db, actor.userId);
  if (linked.length === 0) throw new HearthError("WALLET_SETUP_NEEDED");
  return viewWalletStatus(linked);
}

/** Returns the account's own wallet, or null. The smart wallet has its own field. */
export async function readWalletAddress(deps: Deps, actor: Actor): Promise<WalletAddressView> {
  const { walletAddress } = viewWalletStatus(await listLinkedWallets(deps.db, actor.userId));
  return { walletAddress };
}

/**
 * Reads the USDC balance of the account's own wallet, or else of its smart wallet, from the chain. @throws HearthError CHAIN_UNAVAILABLE.
 */
export async function readBalance(deps: Deps, actor: Actor): Promise<BalanceView> {
  const linked = await listLinkedWallets(deps.db, actor.userId);
  const wallet = linked.find(({ kind }) => kind === "external") ?? linked.find(({ kind }) => kind === "smart");
  if (wallet === undefined) throw new HearthError("WALLET_SETUP_NEEDED");
  return { address: wallet.address, usdcUnits: String(await deps.chain.balanceOf(wallet.address)) };
}

/** Lists the addresses whose transfers count as the account's own: linked and proven by a signature. */
export function provenAddresses(db: DatabaseOrTransaction, userId: string): Promise<`0x${string}`[]> {
  return listProvenAddresses(db, userId);
}

/** Returns true if an account has ever proven an address by a signature, also after unlinking it. */
export function hasEverProven(db: DatabaseOrTransaction, userId: string, address: string): Promise<boolean> {
  return hasProvenAddress(db, userId, address);
}

/** Returns the address that an account has linked as this kind, or null. */
export async function findWalletOfKind(db: DatabaseOrTransaction, userId: string, kind: WalletKind): Promise<`0x${string}` | null> {
  const linked = await listLinkedWallets(db, userId);
  return linked.find((wallet) => wallet.kind === kind)?.address ?? null;
}

/** Locks an account until the transaction ends, which serializes changes of its wallets. */
export function lockWallets(tx: Transaction, userId: string): Promise<void> {
  return lockAccount(tx, userId);
}

/** Requires that no other account has the address linked. @throws HearthError WALLET_ALREADY_USED. */
export async function requireUnlinked(tx: Transaction, userId: string, address: `0x${string}`): Promise<void> {
  if (!(await isLinkedElsewhere(tx, userId, address))) return;
  throw new HearthError("WALLET_ALREADY_USED", { fields: { walletAddress: errorMessage("WALLET_ALREADY_USED") } });
}

/** The owner of the wallets, and the actor if somebody else changes them. */
export interface WalletOwner {
  userId: string;
  /** Default: the owner. */
  actorId?: string;
}

/** An entered wallet that replaces the account's previous one of that kind. An empty address only unlinks. */
export interface WalletChange {
  kind: "external" | "smart";
  address: string;
  /** Input field for errors about the address. */
  field: string;
}

/**
 * Links an entered address as unproven. Linking a linked address again changes nothing and keeps it proven.
 *
 * @throws HearthError UNAUTHENTICATED where the session ended meanwhile. WALLET_ALREADY_USED. CONFLICT when the account has linked it as
 * another kind. VALIDATION for a wrong checksum.
 */
export async function setWallet(deps: Deps, origin: CallOrigin, actor: Actor, change: WalletChange): Promise<WalletStatusView> {
  return deps.db.transaction(async (tx) => {
    await changeWallet(deps, tx, origin, actor, change);
    // After the account's lock: taking an account back locks it before it ends the sessions.
    await requireOpenSession(tx, actor);
    return viewWalletStatus(await listLinkedWallets(tx, actor.userId));
  });
}

/**
 * Does the same within the caller's transaction, for an owner or an administrator.
 *
 * @throws HearthError WALLET_ALREADY_USED. CONFLICT when the account has linked it as another kind. VALIDATION for a wrong checksum.
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

/** Unlinks the account's wallet of a kind, with an audit entry and a notification. Does nothing without one. */
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

/** Unlinks an address of any kind that the account has linked. Does nothing otherwise. */
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

/** An address to link. `isPasskey`: it is of a new passkey wallet, and the notification says so. */
export interface LinkedAddress {
  kind: WalletKind;
  address: `0x${string}`;
  isPasskey?: true;
}

/** Links an address, with an audit entry and a notification. @throws HearthError WALLET_ALREADY_USED when another account has it. */
export async function linkWallet(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin | null,
  owner: WalletOwner,
  { isPasskey, ...wallet }: LinkedAddress & { provenAt: Date | null },
): Promise<void> {
  const now = deps.clock.now();
  await insertWallet(tx, { ...wallet, userId: owner.userId, createdAt: now });
  const data = { kind: wallet.kind, proven: wallet.provenAt === null ? "no" : "yes", ...ownerFact(owner) };
  const actorId = owner.actorId ?? owner.userId;
  await insertAuditEntry(tx, origin, { at: now, actorId, action: "wallet.linked", subject: wallet.address, data });
  await tellWallet(tx, owner.userId, { ...wallet, ...(isPasskey && { isPasskey }), change: "linked", now });
}

async function tellWallet(
  tx: Transaction,
  userId: string,
  { kind, address, isPasskey, change, now }: LinkedAddress & { change: "linked" | "unlinked"; now: Date },
): Promise<void> {
  const at = now.toISOString();
  await notify(tx, {
    userIds: [userId],
    key: `wallet-${change}:${address}:${at}`,
    event: {
      kind: "walletChanged",
      address,
      change,
      ...(kind === "payout" && { isPayout: true as const }),
      ...(isPasskey && { isPasskey }),
      at,
    },
    now,
  });
}

/** Names the owner when somebody else made the change. */
function ownerFact({ userId, actorId }: WalletOwner): { owner?: string } {
  return actorId === undefined || actorId === userId ? {} : { owner: publicId("user", userId) };
}

/** Parses and checksums a client's address. @throws HearthError VALIDATION, on its field. */
export function readAddress(text: string, field: string): `0x${string}` {
  const address = parseAddress(text);
  if (address !== null) return address;
  const message = "Please enter a valid wallet address";
  throw new HearthError("VALIDATION", { message, fields: { [field]: message } });
}
