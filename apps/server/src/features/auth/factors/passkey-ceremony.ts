import { randomBytes } from "node:crypto";
import type { PasskeyPurpose } from "@hearth/db/schema/passkey-challenges";
import type { AssertionResponse, RegistrationResponse } from "@hearth/domain/auth/passkeys";
import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import type { Deps } from "../../../deps.ts";
import { findPasskey, insertPasskeyChallenge, markPasskeyUsed, type PasskeyRow, takePasskeyChallenge } from "../rows/passkeys.repo.ts";
import { hashToken } from "../sessions/tokens.ts";

const timeout = limits.passkeySeconds * 1000;
/** EdDSA, ES256 and RS256 (COSE algorithms, IANA): between them, every vendor's passkeys are supported. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Imported on first use: the library is some three hundred files, and a process without passkeys starts faster without them. */
const webAuthn = () => import("@simplewebauthn/server");

/** The purposes whose passkeys belong to the host of the wallet's page. */
const walletPurposes: ReadonlySet<PasskeyPurpose> = new Set(["addToWallet", "signUp", "walletSignIn", "walletProve"]);
/** The purposes whose challenge lives while its holder writes a recovery code down. */
const makesWallet: ReadonlySet<PasskeyPurpose> = new Set(["addToWallet", "signUp"]);

/**
 * Binds passkeys to the host of the app, or of the wallet's page for a passkey wallet's, and accepts responses from that origin's pages only.
 * @throws HearthError PASSKEY_WALLET_OFF.
 */
function relyingParty({ env: { publicOrigin, walletOrigin } }: Deps, purpose: PasskeyPurpose) {
  const origin = walletPurposes.has(purpose) ? walletOrigin : publicOrigin;
  if (origin === null) throw new HearthError("PASSKEY_WALLET_OFF");
  return { expectedRPID: new URL(origin).hostname, expectedOrigin: origin, requireUserVerification: true };
}

async function createPasskeyChallenge({ db, clock }: Deps, purpose: PasskeyPurpose, userId: string | null) {
  const challenge = new Uint8Array(randomBytes(32));
  const now = clock.now();
  const challengeHash = hashToken(Buffer.from(challenge).toString("base64url"));
  const lifeSeconds = makesWallet.has(purpose) ? limits.walletPasskeySeconds : limits.passkeySeconds;
  const expiresAt = new Date(now.getTime() + lifeSeconds * 1000);
  await insertPasskeyChallenge(db, { challengeHash, purpose, userId, createdAt: now, expiresAt });
  return challenge;
}

/**
 * Returns the WebAuthn options for creating a passkey. It must be discoverable without an email and verify its user (finger, face or PIN).
 */
export async function passkeyCreationOptions(
  deps: Deps,
  holder: { userId: string; email: string; name: string },
  existing: readonly PasskeyRow[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: "Hearth",
    rpID: relyingParty(deps, "add").expectedRPID,
    userID: new TextEncoder().encode(holder.userId),
    userName: holder.email,
    userDisplayName: holder.name,
    challenge: await createPasskeyChallenge(deps, "add", holder.userId),
    timeout,
    attestationType: "none",
    supportedAlgorithmIDs,
    excludeCredentials: existing.map((passkey) => ({ id: passkey.credentialId, transports: passkey.transports })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** The request to the wallet's page: a new passkey for an account or a new account, or an existing one. */
type WalletCeremony = { purpose: "addToWallet" | "walletProve"; userId: string } | { purpose: "signUp" | "walletSignIn"; userId: null };

/** Returns a challenge for a passkey of the wallet's page, in base64url. @throws HearthError PASSKEY_WALLET_OFF. */
export async function walletPasskeyChallenge(deps: Deps, { purpose, userId }: WalletCeremony): Promise<string> {
  relyingParty(deps, purpose);
  return Buffer.from(await createPasskeyChallenge(deps, purpose, userId)).toString("base64url");
}

/** Returns the WebAuthn options for asking for a passkey: any passkey at sign-in, or one of `holder`'s for a signed-in user. */
export async function passkeyRequestOptions(
  deps: Deps,
  holder: { userId: string; passkeys: readonly PasskeyRow[] } | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webAuthn();
  const purpose = holder === null ? "signIn" : "prove";
  return generateAuthenticationOptions({
    rpID: relyingParty(deps, purpose).expectedRPID,
    challenge: await createPasskeyChallenge(deps, purpose, holder?.userId ?? null),
    timeout,
    userVerification: "required",
    allowCredentials: holder?.passkeys.map((passkey) => ({ id: passkey.credentialId, transports: passkey.transports })) ?? [],
  });
}

/**
 * Consumes the challenge that a passkey response signed. It is used up even if the response turns out invalid. @throws HearthError
 * PASSKEY_INVALID.
 */
async function takeChallenge({ db, clock }: Deps, clientDataJSON: string, purpose: PasskeyPurpose, userId: string | null): Promise<string> {
  const { decodeClientDataJSON } = await import("@simplewebauthn/server/helpers");
  const { challenge } = readOrRefuse(() => decodeClientDataJSON(clientDataJSON));
  const askedBy = await takePasskeyChallenge(db, { challengeHash: hashToken(String(challenge)), purpose, now: clock.now() });
  if (askedBy !== userId) throw new HearthError("PASSKEY_INVALID");
  return challenge;
}

/**
 * Verifies the browser's response for a new passkey. Returns its columns, which are the same for the app's and a wallet's, and the challenge that it answered.
 * @throws HearthError PASSKEY_INVALID, PASSKEY_WALLET_OFF.
 */
export async function readNewPasskey(
  deps: Deps,
  { purpose, userId }: { purpose: "add" | "addToWallet"; userId: string } | { purpose: "signUp"; userId: null },
  response: RegistrationResponse,
) {
  const party = relyingParty(deps, purpose);
  const challenge = await takeChallenge(deps, response.response.clientDataJSON, purpose, userId);
  const { verifyRegistrationResponse } = await webAuthn();
  const read = verifyRegistrationResponse({ response, expectedChallenge: challenge, supportedAlgorithmIDs, ...party });
  const { registrationInfo } = await read.catch(refuse);
  if (registrationInfo === undefined) throw new HearthError("PASSKEY_INVALID");
  const { credential, credentialBackedUp: isBackedUp } = registrationInfo;
  const passkey = {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    signCount: credential.counter,
    transports: response.response.transports,
    isBackedUp,
  };
  return { passkey, challenge };
}

/** The reason for showing a passkey: a step-up by a signed-in user, or a sign-in. */
type Ceremony = { purpose: "prove"; userId: string } | { purpose: "signIn" };

/**
 * Verifies a passkey response and returns the passkey with its account's current state.
 * @throws HearthError PASSKEY_INVALID for an unknown passkey, another account's passkey, and a wrong, late or replayed response.
 */
export async function readShownPasskey(deps: Deps, response: AssertionResponse, ceremony: Ceremony) {
  const userId = ceremony.purpose === "prove" ? ceremony.userId : null;
  return verifyShownPasskey(deps, response, { purpose: ceremony.purpose, userId, find: findPasskey, markUsed: markPasskeyUsed });
}

/** A passkey as it is stored for the app's host or the wallet page's. */
interface StoredPasskey extends Pick<PasskeyRow, "id" | "userId" | "credentialId" | "publicKey" | "signCount" | "transports"> {}

interface Shown<Found> {
  purpose: PasskeyPurpose;
  /** The signed-in user; null at a sign-in. */
  userId: string | null;
  find: (db: Deps["db"], credentialId: string) => Promise<Found | null>;
  markUsed: typeof markPasskeyUsed;
}

/** Verifies a response for a challenge of this purpose, with the passkeys that `find` finds. @throws HearthError PASSKEY_INVALID, PASSKEY_WALLET_OFF. */
export async function verifyShownPasskey<Found extends { passkey: StoredPasskey }>(
  deps: Deps,
  response: AssertionResponse,
  { purpose, userId, find, markUsed }: Shown<Found>,
): Promise<Found> {
  const party = relyingParty(deps, purpose);
  const expectedChallenge = await takeChallenge(deps, response.response.clientDataJSON, purpose, userId);
  const found = await find(deps.db, response.id);
  if (found === null || (userId !== null && found.passkey.userId !== userId)) throw new HearthError("PASSKEY_INVALID");
  const { id, credentialId, publicKey, signCount, transports } = found.passkey;
  const credential = {
    id: credentialId,
    publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
    counter: signCount,
    transports,
  };
  const { verifyAuthenticationResponse } = await webAuthn();
  // The wallet's page answers in a frame of the app. A passkey of the app answers in no frame.
  const frames = walletPurposes.has(purpose) ? { expectedTopOrigin: deps.env.publicOrigin } : {};
  const read = verifyAuthenticationResponse({ response, expectedChallenge, credential, ...party, ...frames });
  const { verified, authenticationInfo } = await read.catch(refuse);
  if (!verified) throw new HearthError("PASSKEY_INVALID");
  const use = { id, signCount: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  if (!(await markUsed(deps.db, use, deps.clock.now()))) throw new HearthError("PASSKEY_INVALID");
  return found;
}

/** Turns any error of the library into PASSKEY_INVALID: it throws for unreadable and untrusted responses, which are not server faults. */
function refuse(cause: unknown): never {
  throw new HearthError("PASSKEY_INVALID", { cause });
}

function readOrRefuse<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    return refuse(error);
  }
}
