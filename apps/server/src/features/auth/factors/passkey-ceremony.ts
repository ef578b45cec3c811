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
/** EdDSA, ES256 and RS256 (COSE algorithms, IANA): what passkeys of every maker have. */
const supportedAlgorithmIDs = [-8, -7, -257];

/** Loaded with the first passkey: some three hundred files, which a process that meets none starts without. */
const webAuthn = () => import("@simplewebauthn/server");

/** Passkeys belong to the host of the product's own address, and answer pages of that address alone. */
const relyingParty = ({ env: { publicOrigin } }: Deps) => ({
  expectedRPID: new URL(publicOrigin).hostname,
  expectedOrigin: publicOrigin,
  requireUserVerification: true,
});

async function createPasskeyChallenge({ db, clock }: Deps, purpose: PasskeyPurpose, userId: string | null) {
  const challenge = new Uint8Array(randomBytes(32));
  const now = clock.now();
  const challengeHash = hashToken(Buffer.from(challenge).toString("base64url"));
  await insertPasskeyChallenge(db, { challengeHash, purpose, userId, createdAt: now, expiresAt: new Date(now.getTime() + timeout) });
  return challenge;
}

/** What a browser is told to make an account another passkey: one that is found without an email, and asks for a finger, face or PIN. */
export async function askForNewPasskey(
  deps: Deps,
  holder: { userId: string; email: string; name: string },
  existing: readonly PasskeyRow[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await webAuthn();
  return generateRegistrationOptions({
    rpName: "Hearth",
    rpID: relyingParty(deps).expectedRPID,
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

/** What a browser is told to ask for a passkey: whichever it has at a sign-in, one of the account's by who is signed in. */
export async function askForPasskey(
  deps: Deps,
  holder: { userId: string; passkeys: readonly PasskeyRow[] } | null,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await webAuthn();
  return generateAuthenticationOptions({
    rpID: relyingParty(deps).expectedRPID,
    challenge: await createPasskeyChallenge(deps, holder === null ? "signIn" : "prove", holder?.userId ?? null),
    timeout,
    userVerification: "required",
    allowCredentials: holder?.passkeys.map((passkey) => ({ id: passkey.credentialId, transports: passkey.transports })) ?? [],
  });
}

/** Uses up the challenge that an answer of a passkey signed; it is gone whatever becomes of the answer. @throws HearthError PASSKEY_INVALID. */
async function takeChallenge({ db, clock }: Deps, clientDataJSON: string, purpose: PasskeyPurpose, userId: string | null): Promise<string> {
  const { decodeClientDataJSON } = await import("@simplewebauthn/server/helpers");
  const { challenge } = readOrRefuse(() => decodeClientDataJSON(clientDataJSON));
  const askedBy = await takePasskeyChallenge(db, { challengeHash: hashToken(String(challenge)), purpose, now: clock.now() });
  if (askedBy !== userId) throw new HearthError("PASSKEY_INVALID");
  return challenge;
}

/** What is kept of a new passkey, once it was checked. @throws HearthError PASSKEY_INVALID. */
export async function readNewPasskey(deps: Deps, userId: string, response: RegistrationResponse) {
  const expectedChallenge = await takeChallenge(deps, response.response.clientDataJSON, "add", userId);
  const { verifyRegistrationResponse } = await webAuthn();
  const read = verifyRegistrationResponse({ response, expectedChallenge, supportedAlgorithmIDs, ...relyingParty(deps) });
  const { registrationInfo } = await read.catch(refuse);
  if (registrationInfo === undefined) throw new HearthError("PASSKEY_INVALID");
  const { credential, credentialBackedUp: isBackedUp } = registrationInfo;
  return {
    userId,
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString("base64url"),
    signCount: credential.counter,
    transports: response.response.transports,
    isBackedUp,
  };
}

/** Who shows a passkey: somebody signed in, or whoever signs in. */
type Shower = { purpose: "prove"; userId: string } | { purpose: "signIn" };

/**
 * Whose passkey has answered, with what the account is at this moment. @throws HearthError PASSKEY_INVALID: for one that nobody has here, for one of
 * somebody else's, and for an answer that is wrong, too late, or was shown before.
 */
export async function readShownPasskey(deps: Deps, response: AssertionResponse, shower: Shower) {
  const userId = shower.purpose === "prove" ? shower.userId : null;
  const expectedChallenge = await takeChallenge(deps, response.response.clientDataJSON, shower.purpose, userId);
  const found = await findPasskey(deps.db, response.id);
  if (found === null || (userId !== null && found.passkey.userId !== userId)) throw new HearthError("PASSKEY_INVALID");
  const { id, credentialId, publicKey, signCount, transports } = found.passkey;
  const credential = {
    id: credentialId,
    publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")),
    counter: signCount,
    transports,
  };
  const { verifyAuthenticationResponse } = await webAuthn();
  const read = verifyAuthenticationResponse({ response, expectedChallenge, credential, ...relyingParty(deps) });
  const { verified, authenticationInfo } = await read.catch(refuse);
  if (!verified) throw new HearthError("PASSKEY_INVALID");
  const use = { id, signCount: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp };
  if (!(await markPasskeyUsed(deps.db, use, deps.clock.now()))) throw new HearthError("PASSKEY_INVALID");
  return found;
}

/** The library throws for whatever it cannot read or does not believe; none of that is a fault of the server. */
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
