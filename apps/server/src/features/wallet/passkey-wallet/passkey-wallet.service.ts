import { randomBytes } from "node:crypto";
import { sameAddress } from "@hearth/chain/addresses";
import { isSignedByKey } from "@hearth/chain/signature-check";
import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import type { RenamePasskeyInput } from "@hearth/domain/auth/passkeys";
import { errorMessage, HearthError } from "@hearth/domain/errors";
import { parsePublicId } from "@hearth/domain/ids";
import { limits } from "@hearth/domain/limits";
import type { AddWalletPasskeyInput, CreatePasskeyWalletInput, RemoveWalletInput } from "@hearth/domain/passkey-wallet/inputs";
import { walletProofText } from "@hearth/domain/passkey-wallet/proof";
import { sendAmount } from "@hearth/domain/passkey-wallet/sends";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import type { MessageView } from "../../../trpc/wire.ts";
import { readNewPasskey, walletPasskeyChallenge } from "../../auth/factors/passkey-ceremony.ts";
import { hasPassword } from "../../auth/passwords/password.service.ts";
import { requireOpenSession } from "../../auth/sessions/sessions.service.ts";
import { readAccount } from "../../auth/sign-in/auth.service.ts";
import { findOwnMerchant } from "../../businesses/merchants.service.ts";
import { notify } from "../../notifications/notify.ts";
import { linkProven } from "../wallet-proof.service.ts";
import { findLinkedWallet, lockAccount } from "../wallet.repo.ts";
import { readAddress, unlinkAddress } from "../wallet.service.ts";
import {
  changeWalletPasskey,
  countWalletUses,
  endWallet,
  endWalletSince,
  findPasskeyWallet,
  insertPasskeyWallet,
  insertWalletPasskey,
  isRecoverable,
  listEndedWallets,
  markWalletInUse,
  type PasskeyWallet,
  reuseWalletEndedSince,
  undoWalletPasskeys,
} from "./passkey-wallet.repo.ts";
import { type NewWalletPasskeyView, type PasskeyWalletView, viewPasskeyWallet, type WalletContentsView } from "./passkey-wallet.view.ts";

/** Returns the account's passkey wallet, with what its page needs to open it. */
export function readPasskeyWallet(deps: Deps, { userId }: Actor): Promise<PasskeyWalletView> {
  return viewOf(deps, deps.db, userId);
}

/** Returns the address of the passkey wallet that an account uses, or null. */
export async function findPasskeyWalletAddress(db: DatabaseOrTransaction, userId: string): Promise<`0x${string}` | null> {
  return (await findPasskeyWallet(db, userId))?.address ?? null;
}

/**
 * Requires that an address where a business is to be paid is not a passkey wallet of its owner that the loss of one device would lose. Every
 * passkey wallet has a recovery code beside its passkeys.
 *
 * @throws HearthError PAYOUT_WALLET_AT_RISK.
 */
export async function requireSafePayout(db: DatabaseOrTransaction, ownerId: string, address: `0x${string}`): Promise<void> {
  const wallet = await findPasskeyWallet(db, ownerId);
  if (wallet === null || !sameAddress(wallet.address, address) || isRecoverable(wallet)) return;
  throw new HearthError("PAYOUT_WALLET_AT_RISK", { fields: { walletAddress: errorMessage("PAYOUT_WALLET_AT_RISK") } });
}

/** True where the user's own business is paid into the wallet now. */
async function isPaidInto(db: DatabaseOrTransaction, userId: string, address: `0x${string}`): Promise<boolean> {
  const payee = (await findOwnMerchant(db, userId))?.payee ?? null;
  return payee !== null && sameAddress(payee.address, address);
}

/**
 * Returns the input of the wallet's page for a new passkey. Each has a user handle of its own: an authenticator replaces a passkey of the same host and handle,
 * and a second tab would destroy the first one's. @throws HearthError PASSKEY_WALLET_OFF, TOO_MANY_PASSKEYS, RATE_LIMITED.
 */
export async function beginWalletPasskey(deps: Deps, actor: Actor): Promise<NewWalletPasskeyView> {
  await deps.sharedLimits.take("passkey", actor.sessionId);
  const existing = (await findPasskeyWallet(deps.db, actor.userId))?.passkeys ?? [];
  if (existing.length >= limits.passkeysPerAccount) throw new HearthError("TOO_MANY_PASSKEYS");
  const { email, firstName, lastName } = await readAccount(deps, actor);
  return {
    challenge: await walletPasskeyChallenge(deps, { purpose: "addToWallet", userId: actor.userId }),
    userId: newUserHandle(),
    userName: email,
    displayName: `${firstName} ${lastName}`,
    existing: existing.map(({ credentialId }) => credentialId),
  };
}

/** Returns a user handle for one passkey. */
export const newUserHandle = () => randomBytes(32).toString("base64url");

/**
 * Stores a wallet that the wallet's page made, and links its address as proven. An account uses one at a time.
 *
 * @throws HearthError PASSKEY_INVALID, WALLET_PROOF_INVALID, PASSKEY_WALLET_OFF. CONFLICT where the account has one. WALLET_ALREADY_USED.
 */
export async function createPasskeyWallet(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: CreatePasskeyWalletInput,
): Promise<PasskeyWalletView> {
  const { userId } = actor;
  const made = await readMadeWallet(deps, { purpose: "addToWallet", userId }, input);
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, userId);
    await requireOpenSession(tx, actor);
    await storeWallet(deps, tx, origin, userId, made);
    return viewOf(deps, tx, userId);
  });
}

/** A wallet that the wallet's page made, whose passkey and key answered the same challenge. */
export type MadeWallet = Awaited<ReturnType<typeof readMadeWallet>>;

/** Verifies what the wallet's page made for a challenge. @throws HearthError PASSKEY_INVALID, WALLET_PROOF_INVALID, PASSKEY_WALLET_OFF. */
export async function readMadeWallet(deps: Deps, ceremony: Parameters<typeof readNewPasskey>[1], input: CreatePasskeyWalletInput) {
  const { name, wrap, recoveryWrap } = input;
  const address = readAddress(input.address, "address");
  const { passkey, challenge } = await readNewPasskey(deps, ceremony, input.registration);
  await requireKey(address, challenge, input.proof);
  return { address, passkey: { ...passkey, name, wrap }, recoveryWrap };
}

/** Stores a wallet with its passkey, and links its address as proven. @throws HearthError CONFLICT where the account has one. WALLET_ALREADY_USED. */
export async function storeWallet(
  deps: Deps,
  tx: Transaction,
  origin: CallOrigin,
  userId: string,
  { address, passkey, recoveryWrap }: MadeWallet,
): Promise<void> {
  const now = deps.clock.now();
  const walletId = await insertPasskeyWallet(tx, { userId, address, recoveryWrap, createdAt: now });
  if (walletId === null) throw new HearthError("CONFLICT", { message: alreadyMade });
  await storePasskey(tx, { ...passkey, walletId, createdAt: now });
  const data = { name: passkey.name };
  await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "passkeyWallet.made", subject: address, data });
  await linkProven(deps, tx, origin, { userId }, { kind: "external", address, isPasskey: true });
}

const alreadyMade =
  "Your account already has a passkey wallet, which may have been made in another tab. Reload the page to use it. You can delete the passkey you just made.";

/**
 * Adds a passkey to the account's wallet. Its page has opened the wallet by another passkey or the recovery code, which the proof shows.
 *
 * @throws HearthError PASSKEY_INVALID, WALLET_PROOF_INVALID, PASSKEY_WALLET_OFF, TOO_MANY_PASSKEYS. WALLET_SETUP_NEEDED where the account has no wallet.
 */
export async function addWalletPasskey(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: AddWalletPasskeyInput,
): Promise<PasskeyWalletView> {
  const { userId } = actor;
  const { name, wrap, proof } = input;
  const { passkey, challenge } = await readNewPasskey(deps, { purpose: "addToWallet", userId }, input.registration);
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const wallet = await holdWallet(tx, actor);
    await requireKey(wallet.address, challenge, proof);
    if (wallet.passkeys.length >= limits.passkeysPerAccount) throw new HearthError("TOO_MANY_PASSKEYS");
    await storePasskey(tx, { ...passkey, walletId: wallet.id, name, wrap, createdAt: now });
    await tellPasskey(tx, origin, { userId, wallet, name, change: "added", now });
    return viewOf(deps, tx, userId);
  });
}

/** Renames a passkey of the account's wallet. @throws HearthError NOT_FOUND. */
export async function renameWalletPasskey(
  deps: Deps,
  { userId }: Actor,
  { passkeyId, name }: RenamePasskeyInput,
): Promise<PasskeyWalletView> {
  if ((await changeWalletPasskey(deps.db, userId, { id: idOf(passkeyId) }, { name })) === null) throw notFound();
  return viewOf(deps, deps.db, userId);
}

/**
 * Removes a passkey from the account's wallet, so that the wallet's page is not given its wrap any more. The last one stays: without it only the recovery code
 * would open the wallet. @throws HearthError NOT_FOUND. CONFLICT for the last one, and for one that the wallet of a business needs.
 */
export async function removeWalletPasskey(deps: Deps, origin: CallOrigin, actor: Actor, passkeyId: string): Promise<PasskeyWalletView> {
  const { userId } = actor;
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const wallet = await holdWallet(tx, actor, notFound);
    const name = await changeWalletPasskey(tx, userId, { id: idOf(passkeyId) }, { removedAt: now });
    if (name === null) throw notFound();
    if (wallet.passkeys.length === 1) throw new HearthError("CONFLICT", { message: lastPasskey });
    const others = { passkeys: wallet.passkeys.filter(({ id }) => id !== idOf(passkeyId)) };
    if (!isRecoverable(others) && (await isPaidInto(tx, userId, wallet.address)))
      throw new HearthError("CONFLICT", { message: neededByBusiness });
    await tellPasskey(tx, origin, { userId, wallet, name, change: "removed", now });
    return viewOf(deps, tx, userId);
  });
}

const neededByBusiness = "Your business is paid into this wallet, so it needs a second passkey, or a synced one. Add another one first.";
const lastPasskey = "This is the only passkey that opens your wallet. Add another one first.";

/** Records that the wallet's page used a passkey, for the list of passkeys. Nobody verifies it, and nothing else depends on it. @throws HearthError NOT_FOUND. */
export async function recordWalletUse(deps: Deps, { userId }: Actor, credentialId: string): Promise<MessageView> {
  const used = await changeWalletPasskey(deps.db, userId, { credentialId }, { lastUsedAt: deps.clock.now() });
  if (used === null) throw notFound();
  return { message: "The use is recorded" };
}

/**
 * Puts a wallet back into use that was deleted, or taken out of use when the account was taken back, and links its address again.
 *
 * @throws HearthError CONFLICT where the account uses one, or has made no such wallet. WALLET_ALREADY_USED.
 */
export async function reusePasskeyWallet(deps: Deps, origin: CallOrigin, actor: Actor, input: string): Promise<PasskeyWalletView> {
  const { userId } = actor;
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await lockAccount(tx, userId);
    await requireOpenSession(tx, actor);
    if ((await findPasskeyWallet(tx, userId)) !== null)
      throw new HearthError("CONFLICT", { message: "Your account uses another passkey wallet" });
    const address = await markWalletInUse(tx, userId, input);
    if (address === null) throw new HearthError("CONFLICT", { message: "Your account has made no such wallet, or uses it already" });
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "passkeyWallet.reused", subject: address });
    // Its key signed when the wallet was made.
    await linkProven(deps, tx, origin, { userId }, { kind: "external", address });
    return viewOf(deps, tx, userId);
  });
}

/** Returns what is in the account's wallet, and what needs it. @throws HearthError WALLET_SETUP_NEEDED, CHAIN_UNAVAILABLE. */
export async function readWalletContents({ db, chain }: Deps, { userId }: Actor): Promise<WalletContentsView> {
  const wallet = await findPasskeyWallet(db, userId);
  if (wallet === null) throw noWallet();
  const units = await chain.balanceOf(wallet.address);
  return { usdcUnits: String(units), ...(await countWalletUses(db, userId, wallet.address)) };
}

/**
 * Takes the account's wallet out of use and unlinks its address. Its wraps stay, and it can be put back. @throws HearthError WALLET_SETUP_NEEDED,
 * CHAIN_UNAVAILABLE. CONFLICT where a business is paid into it, and where it is the only way into the account. VALIDATION while money is in it, unless its owner repeats the address.
 */
export async function removePasskeyWallet(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  { address: repeated = "" }: RemoveWalletInput,
): Promise<PasskeyWalletView> {
  const { userId } = actor;
  const contents = await readWalletContents(deps, actor);
  return deps.db.transaction(async (tx) => {
    const { address } = await holdWallet(tx, actor);
    if (!(await hasPassword(tx, userId))) throw new HearthError("CONFLICT", { message: isOnlyWayIn });
    if (contents.usdcUnits !== "0" && repeated.toLowerCase() !== address.toLowerCase()) throw stillHolds(BigInt(contents.usdcUnits));
    const isLinkedForPayouts = (await findLinkedWallet(tx, userId, address))?.kind === "payout";
    if (isLinkedForPayouts || (await isPaidInto(tx, userId, address))) throw new HearthError("CONFLICT", { message: isPayout });
    const now = deps.clock.now();
    await endWallet(tx, userId, now);
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "passkeyWallet.removed", subject: address });
    await unlinkAddress(deps, tx, origin, { userId }, address);
    return viewOf(deps, tx, userId);
  });
}

const isOnlyWayIn =
  "You sign in with this wallet's passkey, and your account has no password. Set a password first, then delete the wallet.";
const isPayout = "Your business is paid into this wallet. Choose another payout wallet first.";

function stillHolds(units: bigint): HearthError {
  const message = `There is ${sendAmount(units)} in this wallet. Send it out first, or type the wallet's address.`;
  return new HearthError("VALIDATION", { message, fields: { address: message } });
}

/**
 * Records that the account's owner is about to see the wallet's key, and tells them by mail. The key itself never leaves the wallet's page.
 * @throws HearthError WALLET_SETUP_NEEDED.
 */
export async function beginKeyExport(deps: Deps, origin: CallOrigin, actor: Actor): Promise<MessageView> {
  const { userId } = actor;
  return deps.db.transaction(async (tx) => {
    const { address } = await holdWallet(tx, actor);
    const now = deps.clock.now();
    await insertAuditEntry(tx, origin, { at: now, actorId: userId, action: "passkeyWallet.keyShown", subject: address });
    const at = now.toISOString();
    await notify(tx, { userIds: [userId], key: `wallet-key:${address}:${at}`, event: { kind: "walletKeyShown", address, at }, now });
    return { message: "Your wallet can show its key" };
  });
}

/**
 * Undoes what was done to an account's passkey wallet since a time, for an owner who takes the account back. Returns sentences about it, and about what only
 * the owner can judge. Deletes no wrap: an address may hold money, and its maker may be the owner.
 */
export async function undoPasskeyWallet(
  tx: Transaction,
  { userId, since, now }: { userId: string; since: Date; now: Date },
): Promise<{ undone: string[]; remaining: string[] }> {
  const ended = await endWalletSince(tx, userId, since, now);
  if (ended !== null) {
    const advice = `If you made the passkey wallet ${ended} yourself, nothing in it is lost: put it back under Settings. If you did not, send no money to it.`;
    return { undone: [`The passkey wallet ${ended} is not used any more`], remaining: [advice] };
  }
  const reused = await reuseWalletEndedSince(tx, userId, since);
  const { removed, restored } = await undoWalletPasskeys(tx, userId, since, now);
  return {
    undone: [
      ...(reused === null ? [] : [`The passkey wallet ${reused} is used again`]),
      ...removed.map((name) => `The passkey "${name}" does not open your wallet any more`),
      ...restored.map((name) => `The passkey "${name}" opens your wallet again`),
    ],
    // Its maker opened the wallet, and may have kept the key.
    remaining: removed.map(
      (name) => `The person who added the passkey "${name}" could open your wallet. If it was not you, move your money to another wallet.`,
    ),
  };
}

async function viewOf({ env }: Deps, db: DatabaseOrTransaction, userId: string): Promise<PasskeyWalletView> {
  return viewPasskeyWallet(await findPasskeyWallet(db, userId), await listEndedWallets(db, userId), env.walletMostAtRisk);
}

/** Requires that the wallet's key signed the proof for this challenge. @throws HearthError WALLET_PROOF_INVALID. */
async function requireKey(address: `0x${string}`, challenge: string, proof: string): Promise<void> {
  const statement = { address, message: walletProofText({ address, challenge }), signature: `0x${proof.slice(2)}` as const };
  if (!(await isSignedByKey(statement))) throw new HearthError("WALLET_PROOF_INVALID");
}

/** Locks the account, and returns its wallet. @throws HearthError `missing` without one, UNAUTHENTICATED where the session has ended. */
export async function holdWallet(tx: Transaction, actor: Actor, missing: () => HearthError = noWallet): Promise<PasskeyWallet> {
  await lockAccount(tx, actor.userId);
  await requireOpenSession(tx, actor);
  const wallet = await findPasskeyWallet(tx, actor.userId);
  if (wallet === null) throw missing();
  return wallet;
}

async function storePasskey(tx: Transaction, passkey: Parameters<typeof insertWalletPasskey>[1]): Promise<void> {
  if (!(await insertWalletPasskey(tx, passkey))) throw new HearthError("CONFLICT", { message: "This passkey is kept already" });
}

interface PasskeyChange {
  userId: string;
  wallet: PasskeyWallet;
  name: string;
  change: "added" | "removed";
  now: Date;
}

async function tellPasskey(tx: Transaction, origin: CallOrigin, { userId, wallet, name, change, now }: PasskeyChange): Promise<void> {
  const action = change === "added" ? "passkeyWallet.passkeyAdded" : "passkeyWallet.passkeyRemoved";
  await insertAuditEntry(tx, origin, { at: now, actorId: userId, action, subject: wallet.address, data: { name } });
  const at = now.toISOString();
  const event = { kind: "walletPasskeyChanged", change, name, address: wallet.address, at } as const;
  await notify(tx, { userIds: [userId], key: `wallet-passkey-${change}:${name}:${at}`, event, now });
}

function idOf(passkeyId: string): string {
  const id = parsePublicId("walletPasskey", passkeyId);
  if (id === null) throw notFound();
  return id;
}

/** The account uses no passkey wallet. */
export const noWallet = () => new HearthError("WALLET_SETUP_NEEDED", { message: "Your account has no passkey wallet" });
const notFound = () => new HearthError("NOT_FOUND", { message: "Passkey not found" });
