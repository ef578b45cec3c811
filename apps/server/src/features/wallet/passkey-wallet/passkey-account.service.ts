import type { AssertionResponse } from "@hearth/domain/auth/passkeys";
import { HearthError } from "@hearth/domain/errors";
import type { BeginPasskeySignUpInput, PasskeySignUpInput } from "@hearth/domain/passkey-wallet/inputs";
import { insertAuditEntry } from "../../../audit/audit.repo.ts";
import type { Deps } from "../../../deps.ts";
import { networkOf } from "../../../network-of.ts";
import type { Actor, CallOrigin } from "../../../trpc/context.ts";
import type { MessageView } from "../../../trpc/wire.ts";
import { verifyShownPasskey, walletPasskeyChallenge } from "../../auth/factors/passkey-ceremony.ts";
import { markFreshByPasskey } from "../../auth/factors/step-up.service.ts";
import type { LoginView, RegistrationView } from "../../auth/rows/auth.view.ts";
import { insertOwnAccount, openFirstSession, requireFreeEmail } from "../../auth/sign-in/auth.service.ts";
import { countSignUp } from "../../auth/sign-in/count-sign-up.ts";
import { requireActive, signInHolder } from "../../auth/sign-in/passkey-sign-in.service.ts";
import { findPasskeyWallet, findWalletPasskey, markWalletPasskeyUsed } from "./passkey-wallet.repo.ts";
import { newUserHandle, noWallet, readMadeWallet, storeWallet } from "./passkey-wallet.service.ts";
import type { NewWalletPasskeyView, WalletChallengeView, WalletProofChallengeView } from "./passkey-wallet.view.ts";

/**
 * Starts a sign-up without a password. Returns the input of the wallet's page for the account's first passkey. Counts like a sign-up with a
 * password, and refuses a taken email before a passkey is made. @throws HearthError EMAIL_ALREADY_USED, RATE_LIMITED, PASSKEY_WALLET_OFF.
 */
export async function beginPasskeySignUp(deps: Deps, origin: CallOrigin, input: BeginPasskeySignUpInput): Promise<NewWalletPasskeyView> {
  const { invitation, work, email, firstName, lastName } = input;
  await countSignUp(deps, origin, { invitation, work });
  await deps.sharedLimits.take("registerEmail", email);
  await requireFreeEmail(deps, email);
  const challenge = await walletPasskeyChallenge(deps, { purpose: "signUp", userId: null });
  return { challenge, userId: newUserHandle(), userName: email, displayName: `${firstName} ${lastName}`, existing: [] };
}

/**
 * Creates a consumer's account with its passkey and its wallet, and signs it in. It has no password. The challenge of `beginPasskeySignUp` serves once,
 * so this counts no further try. @throws HearthError EMAIL_ALREADY_USED, PASSKEY_INVALID, WALLET_PROOF_INVALID, PASSKEY_WALLET_OFF.
 */
export async function signUpWithPasskey(deps: Deps, origin: CallOrigin, input: PasskeySignUpInput): Promise<RegistrationView> {
  const { firstName, lastName, email, wallet } = input;
  const made = await readMadeWallet(deps, { purpose: "signUp", userId: null }, wallet);
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const person = { firstName, lastName, email, role: "user" as const, createdAt: now, updatedAt: now };
    const userId = await insertOwnAccount(deps, tx, origin, person);
    await storeWallet(deps, tx, origin, userId, made);
    return openFirstSession(tx, origin, userId, now);
  });
}

/** Returns the challenge for a sign-in with the passkey of any wallet. @throws HearthError RATE_LIMITED, PASSKEY_WALLET_OFF. */
export async function beginWalletSignIn(deps: Deps, { ip }: CallOrigin): Promise<WalletChallengeView> {
  await deps.sharedLimits.take("passkeyAddress", networkOf(ip));
  return { challenge: await walletPasskeyChallenge(deps, { purpose: "walletSignIn", userId: null }) };
}

const adminRefusal = "Administrators sign in with their password and second factor.";

/**
 * Signs in the owner of a wallet by its passkey. It counts as both factors, as a passkey of the app does.
 * @throws HearthError PASSKEY_INVALID, PASSKEY_WALLET_OFF, ACCOUNT_INACTIVE, ACCOUNT_SUSPENDED. FORBIDDEN for an administrator.
 */
export async function signInWithWalletPasskey(deps: Deps, origin: CallOrigin, response: AssertionResponse): Promise<LoginView> {
  const { passkey, role, status } = await readShownWalletPasskey(deps, response, { purpose: "walletSignIn", userId: null });
  const { userId, credentialId, name } = passkey;
  await requireActive(deps, origin, { userId, status });
  if (role === "admin") {
    const failure = { actorId: userId, action: "auth.signInFailed" as const, data: { reason: "FORBIDDEN" } };
    await insertAuditEntry(deps.db, origin, { at: deps.clock.now(), ...failure });
    throw new HearthError("FORBIDDEN", { message: adminRefusal });
  }
  return signInHolder(deps, origin, { userId, name }, async (tx) => (await findWalletPasskey(tx, credentialId)) !== null);
}

/** Returns the challenge for a step-up by a passkey of the account's wallet. @throws HearthError WALLET_SETUP_NEEDED, RATE_LIMITED, PASSKEY_WALLET_OFF. */
export async function beginWalletProof(deps: Deps, { userId, sessionId }: Actor): Promise<WalletProofChallengeView> {
  await deps.sharedLimits.take("passkey", sessionId);
  const wallet = await findPasskeyWallet(deps.db, userId);
  if (wallet === null) throw noWallet();
  const challenge = await walletPasskeyChallenge(deps, { purpose: "walletProve", userId });
  return { challenge, credentialIds: wallet.passkeys.map(({ credentialId }) => credentialId) };
}

/** Re-authenticates the signed-in user by a passkey of their wallet. @throws HearthError PASSKEY_INVALID, PASSKEY_WALLET_OFF. FORBIDDEN for an administrator. */
export async function stepUpWithWalletPasskey(
  deps: Deps,
  origin: CallOrigin,
  actor: Actor,
  response: AssertionResponse,
): Promise<MessageView> {
  await readShownWalletPasskey(deps, response, { purpose: "walletProve", userId: actor.userId });
  if (actor.role === "admin") throw new HearthError("FORBIDDEN", { message: adminRefusal });
  return markFreshByPasskey(deps, origin, actor);
}

function readShownWalletPasskey(
  deps: Deps,
  response: AssertionResponse,
  ceremony: { purpose: "walletSignIn"; userId: null } | { purpose: "walletProve"; userId: string },
) {
  return verifyShownPasskey(deps, response, { ...ceremony, find: findWalletPasskey, markUsed: markWalletPasskeyUsed });
}
