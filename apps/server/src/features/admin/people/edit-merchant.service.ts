import { randomBytes } from "node:crypto";
import { composeBusinessAddress } from "@hearth/domain/merchants/business-address";
import type { CreateMerchantInput, EditMerchantInput } from "@hearth/domain/admin/inputs";
import { HearthError } from "@hearth/domain/errors";
import { humanCode, parsePublicId, publicId } from "@hearth/domain/ids";
import type { StopMerchantsPayoutChangeInput } from "@hearth/domain/merchants/payout-change";
import type { Transaction } from "@hearth/db/client";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { createAccount } from "../../auth/profile/create-account.service.ts";
import { firstPasswordEnd } from "../../auth/sign-in/first-password.service.ts";
import { confirmPassword } from "../../auth/passwords/password.service.ts";
import { createMerchantRecord, editMerchantRecord } from "../../businesses/edit-merchant.service.ts";
import { decideReview } from "../../businesses/review.service.ts";
import { changePayee } from "../../businesses/merchants.service.ts";
import { movePayout, restartWaitingChange, stopChange, stopWaitingChange } from "../../merchant-area/business/payout-change.service.ts";
import { readAddress } from "../../wallet/wallet.service.ts";
import { readMerchant } from "./merchants.service.ts";
import type { AdminMerchantView, CreatedMerchantView } from "./merchants.view.ts";

/**
 * Edits a merchant on behalf of an admin, atomically, and audits the values before. A new wallet requires the admin's password. It takes
 * effect after the same delay as an owner's change, which the owner can stop, and applies to new checkouts only.
 * @throws HearthError NOT_FOUND, CONFLICT when the merchant has changed since `updatedAt`, WRONG_PASSWORD, VALIDATION.
 */
export async function editMerchant(deps: Deps, origin: CallOrigin, actor: Actor, input: EditMerchantInput): Promise<AdminMerchantView> {
  const { merchantId: publicMerchantId, updatedAt, walletAddress, password, ...set } = input;
  const merchantId = parsePublicId("merchant", publicMerchantId);
  if (merchantId === null) throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
  const before = await readMerchant(deps, publicMerchantId);
  const movesMoney = walletAddress !== undefined && walletAddress.toLowerCase() !== (before.walletAddress ?? "").toLowerCase();
  if (movesMoney) await askForPassword(deps, origin, actor, password);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const seenAt = updatedAt === undefined ? undefined : new Date(updatedAt);
    const changes = await editMerchantRecord(tx, { merchantId, set, seenAt, now });
    if (changes["status"]?.from === "suspended") await restartWaitingChange(deps, tx, merchantId);
    // Activating a held or refused merchant counts as its approval.
    const isApproved = changes["status"]?.to === "active" && (before.review === "held" || before.review === "refused");
    if (isApproved) await decideReview(tx, { merchantId, reason: null, actorId: actor.userId, origin, now });
    if (movesMoney) await moveMoney(deps, tx, { origin, actor, merchantId, walletAddress });
    if (Object.keys(changes).length === 0) return;
    const entry = { at: now, actorId: actor.userId, action: "merchant.edited" as const, subject: publicMerchantId, data: changes };
    await insertAuditEntry(tx, origin, entry);
  });
  return readMerchant(deps, publicMerchantId);
}

interface MoneyMove {
  origin: CallOrigin;
  actor: Actor;
  merchantId: string;
  /** Empty to remove the wallet, which takes effect at once. */
  walletAddress: string;
}

async function moveMoney(deps: Deps, tx: Transaction, { origin, actor, merchantId, walletAddress }: MoneyMove): Promise<void> {
  const actorId = actor.userId;
  if (walletAddress === "") {
    await changePayee(tx, { merchantId, address: "", actorId, now: deps.clock.now(), origin });
    return stopWaitingChange(deps, tx, origin, actor, merchantId);
  }
  const address = readAddress(walletAddress, "walletAddress");
  const by = { actorId, origin, ownerId: null, signedBy: null, isConfirmed: true };
  await movePayout(deps, tx, { merchantId, address, payeeCard: null, ...by });
}

/** Stops a pending change of a merchant's payout wallet. @throws HearthError NOT_FOUND, CONFLICT when it has taken effect. */
export async function stopMerchantsChange(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: StopMerchantsPayoutChangeInput,
): Promise<AdminMerchantView> {
  const merchantId = parsePublicId("merchant", input.merchantId);
  if (merchantId === null) throw new HearthError("NOT_FOUND", { message: "Merchant not found" });
  await stopChange(deps, origin, actor, { merchantId, changeId: input.changeId });
  return readMerchant(deps, input.merchantId);
}

async function askForPassword(deps: Deps, origin: CallOrigin, actor: Actor, password: string | undefined): Promise<void> {
  const missing = "Please enter your password to change where this merchant is paid";
  if (!password) throw new HearthError("WRONG_PASSWORD", { message: missing, fields: { password: missing } });
  await confirmPassword(deps, origin, actor, password, { field: "password", message: "This is not your password" });
}

/**
 * Creates a merchant and its owner's account. The owner's first password is returned once, stored only as a hash, and can only be replaced.
 * @throws HearthError EMAIL_ALREADY_USED, VALIDATION for a wallet address with a wrong checksum.
 */
export async function createMerchant(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  input: CreateMerchantInput,
): Promise<CreatedMerchantView> {
  const { firstName, lastName, ownerEmail, name, businessType, description, email, phoneNumber, walletAddress } = input;
  const ownerPassword = [humanCode(randomBytes(8)), humanCode(randomBytes(8))].join("-");
  const passwordHash = await deps.passwords.hash(ownerPassword);
  const now = deps.clock.now();
  const address = composeBusinessAddress(input);
  const merchantId = await deps.db.transaction(async (tx) => {
    const owner = {
      firstName,
      lastName,
      email: ownerEmail,
      role: "merchant" as const,
      passwordHash,
      firstPasswordUntil: firstPasswordEnd(now),
    };
    const ownerUserId = await createAccount(tx, owner, { field: "ownerEmail", now });
    const times = { createdAt: now, updatedAt: now, reviewedAt: now, reviewedBy: actor.userId };
    const contact = { contactName: `${firstName} ${lastName}`, email, phoneNumber, address };
    const id = await createMerchantRecord(tx, { ownerUserId, name, businessType, description, ...contact, ...times });
    const data = { name, owner: publicId("user", ownerUserId), ownerEmail };
    const entry = { at: now, actorId: actor.userId, action: "merchant.created" as const, subject: publicId("merchant", id), data };
    await insertAuditEntry(tx, origin, entry);
    if (walletAddress !== "") await changePayee(tx, { merchantId: id, address: walletAddress, actorId: actor.userId, now, origin });
    return id;
  });
  return { merchant: await readMerchant(deps, publicId("merchant", merchantId)), ownerPassword };
}
