import { violatedConstraint } from "@hearth/db/errors";
import type { Transaction } from "@hearth/db/client";
import { publicId } from "@hearth/domain/ids";
import type { RegisterMerchantInput } from "@hearth/domain/merchants/business";
import type { AcceptStaffInvitationInput, SignUpMerchantInput } from "@hearth/domain/merchants/sign-up-input";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { networkOf } from "../../../network-of.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import { insertOwnAccount, openFirstSession, readAccount } from "../../auth/sign-in/auth.service.ts";
import type { RegistrationView } from "../../auth/rows/auth.view.ts";
import { requireUnknownPassword } from "../../auth/passwords/known-passwords.ts";
import { addToStaff, requireInvitation } from "../../businesses/join-staff.service.ts";
import { createMerchantRecord } from "../../businesses/edit-merchant.service.ts";
import { fillSkeletons, findConfusable } from "../../businesses/look-alikes.ts";
import { changePayee, findStaffedMerchant, requireUnclaimed } from "../../businesses/merchants.service.ts";
import { notifyAdmins } from "../../notifications/notify.ts";
import { linkPayoutWallet } from "../../wallet/payout-wallet.ts";
import { readMadeWallet, requireSafePayout, storeWallet } from "../../wallet/passkey-wallet/passkey-wallet.service.ts";
import { readAddress } from "../../wallet/wallet.service.ts";
import { readBusiness } from "./business.service.ts";
import type { BusinessView } from "./business.view.ts";
import { countSignUp } from "../../auth/sign-in/count-sign-up.ts";

/** The origin of a sign-up, with the request's time zone. The business's figures use its days and months. */
interface SignUpOrigin extends CallOrigin {
  timeZone: string;
}

/**
 * Creates a merchant's account and its business in one transaction, and signs it in. Neither exists without the other. An account with a wallet has no
 * password, and was counted when its sign-up began.
 *
 * @throws HearthError EMAIL_ALREADY_USED, RATE_LIMITED, OVERLOADED. PASSKEY_INVALID, WALLET_PROOF_INVALID, PASSKEY_WALLET_OFF for a wallet.
 */
export async function signUpMerchant(deps: Deps, place: SignUpOrigin, input: SignUpMerchantInput): Promise<RegistrationView> {
  const { firstName, lastName, email, password, wallet, work: _work, ...business } = input;
  const passwordHash = password === undefined ? null : await countAndHash(deps, place, { ...input, password });
  const made = wallet && (await readMadeWallet(deps, { purpose: "signUp", userId: null }, wallet));
  const now = deps.clock.now();
  await fillSkeletons(deps.db);
  return deps.db.transaction(async (tx) => {
    const person = { firstName, lastName, email, role: "merchant" as const, passwordHash, createdAt: now, updatedAt: now };
    const userId = await insertOwnAccount(deps, tx, place, person);
    if (made) await storeWallet(deps, tx, place, userId, made);
    await insertBusiness(deps, tx, place, { userId, email }, { ...business, contactName: `${firstName} ${lastName}` });
    return openFirstSession(tx, place, userId, now);
  });
}

/** Counts a sign-up with a password, and hashes the password. @throws HearthError RATE_LIMITED, OVERLOADED, VALIDATION for a known password. */
async function countAndHash(deps: Deps, place: SignUpOrigin, input: SignUpMerchantInput & { password: string }): Promise<string> {
  const { firstName, lastName, email, password, work, name } = input;
  await countSignUp(deps, place, { work });
  await requireUnknownPassword(deps, { password, field: "password", personalTexts: [email, firstName, lastName, name] });
  await deps.sharedLimits.take("registerEmail", email);
  return deps.passwords.hash(password);
}

/**
 * Creates an account with the email of a business's invitation, adds it to the business's staff, and signs it in. An account with a wallet has no
 * password, and was counted when its sign-up began. The wallet is the person's own.
 *
 * @throws HearthError MAIL_LINK_INVALID, BUSINESS_SUSPENDED, EMAIL_ALREADY_USED, VALIDATION for a known password, RATE_LIMITED, OVERLOADED.
 * PASSKEY_INVALID, WALLET_PROOF_INVALID, PASSKEY_WALLET_OFF for a wallet.
 */
export async function signUpStaff(deps: Deps, origin: CallOrigin, input: AcceptStaffInvitationInput): Promise<RegistrationView> {
  const { token, firstName, lastName, password, wallet } = input;
  if (password !== undefined) await countSignUp(deps, origin, { invitation: token });
  const invitation = await requireInvitation(deps, token);
  const { email, business } = invitation;
  const passwordHash = password === undefined ? null : await hashOfStaff(deps, origin, password, [email, firstName, lastName, business]);
  const made = wallet && (await readMadeWallet(deps, { purpose: "signUp", userId: null }, wallet));
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const person = { firstName, lastName, email, role: "merchant" as const, passwordHash, createdAt: now, updatedAt: now };
    const userId = await insertOwnAccount(deps, tx, origin, person);
    if (made) await storeWallet(deps, tx, origin, userId, made);
    await addToStaff(tx, origin, { ...invitation, userId, by: `${firstName} ${lastName}`, now });
    return openFirstSession(tx, origin, userId, now);
  });
}

async function hashOfStaff(deps: Deps, { ip }: CallOrigin, password: string, personalTexts: string[]): Promise<string> {
  await requireUnknownPassword(deps, { password, field: "password", personalTexts });
  return deps.passwords.hash(password, { origin: networkOf(ip) });
}

/**
 * Creates the business of a merchant's account: the second of the two documented calls. Repeating it returns the existing business.
 * @throws HearthError WALLET_ALREADY_USED, PAYOUT_WALLET_AT_RISK, VALIDATION for a wrong checksum.
 */
export async function registerMerchant(deps: Deps, place: SignUpOrigin, actor: Actor, input: RegisterMerchantInput): Promise<BusinessView> {
  if ((await findStaffedMerchant(deps.db, actor.userId)) === null) await insertOnce(deps, place, actor, input);
  return readBusiness(deps, actor);
}

async function insertOnce(deps: Deps, place: SignUpOrigin, actor: Actor, input: RegisterMerchantInput): Promise<void> {
  const { email } = await readAccount(deps, actor);
  const { walletAddress, ...business } = input;
  const address = walletAddress ? readAddress(walletAddress, "walletAddress") : null;
  const now = deps.clock.now();
  await fillSkeletons(deps.db);
  try {
    await deps.db.transaction(async (tx) => {
      const merchantId = await insertBusiness(deps, tx, place, { userId: actor.userId, email }, business);
      if (address === null) return;
      await requireUnclaimed(tx, merchantId, address);
      await requireSafePayout(tx, actor.userId, address);
      await linkPayoutWallet(deps, tx, place, actor, { address, isProven: false });
      await changePayee(tx, { merchantId, address, actorId: actor.userId, now, origin: place });
    });
  } catch (error) {
    // A concurrent call has created the business first; return that one.
    if (violatedConstraint(error) !== "merchants_owner_key") throw error;
  }
}

type Business = Pick<RegisterMerchantInput, "name" | "businessType" | "contactName" | "address" | "phoneNumber" | "description">;

async function insertBusiness(
  deps: Deps,
  tx: Transaction,
  place: SignUpOrigin,
  owner: { userId: string; email: string },
  business: Business,
): Promise<string> {
  const now = deps.clock.now();
  const times = { createdAt: now, updatedAt: now, timeZone: place.timeZone };
  const lookAlike = await findConfusable(tx, business.name);
  const reviewHold = lookAlike && { status: "inactive" as const, heldAt: now, lookAlikeId: lookAlike.id };
  const id = await createMerchantRecord(tx, { ...business, ...times, ...reviewHold, ownerUserId: owner.userId, email: owner.email });
  const entry = { at: now, actorId: owner.userId, action: "merchant.registered" as const, subject: publicId("merchant", id) };
  const data = { name: business.name, ...(lookAlike && { heldFor: publicId("merchant", lookAlike.id) }) };
  await insertAuditEntry(tx, place, { ...entry, data });
  if (lookAlike !== null) {
    const event = { kind: "businessHeld", merchant: business.name, lookAlike: lookAlike.name } as const;
    await notifyAdmins(tx, { key: `business-held:${id}`, event, now });
  }
  return id;
}
