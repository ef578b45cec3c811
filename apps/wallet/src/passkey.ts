import type { Assertion, Registration, WalletRequest } from "@hearth/domain/passkey-wallet/messages";
import { fromBase64Url, toBase64Url } from "./wallet-key.ts";

/** The PRF's salt. Frozen: another salt gives other bytes, and these open no wrap. */
const saltText = "hearth wallet 1: prf";
const timeout = 300_000;
/** EdDSA, ES256 and RS256 (COSE algorithms, IANA). */
const algorithms = [-8, -7, -257];

type NewPasskey = Extract<WalletRequest, { method: "create" }>["passkey"];

/** `exists`: this device has a passkey of the wallet already. */
type CeremonyFailure = "cancelled" | "unsupported" | "exists";

/** A ceremony that gave no passkey or no secret. `cancelled` also stands for a timeout and for a passkey that is not there: browsers do not say which. */
export class CeremonyFailed extends Error {
  override name = "CeremonyFailed";
  readonly reason: CeremonyFailure;
  constructor(reason: CeremonyFailure, cause?: unknown) {
    super(`The passkey ceremony failed: ${reason}`, { cause });
    this.reason = reason;
  }
}

async function prfInput(): Promise<AuthenticationExtensionsClientInputs> {
  const salt = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(saltText));
  return { prf: { eval: { first: salt } } };
}

/**
 * Makes a passkey of this page's host. Returns its public part as JSON, and its secret of 32 bytes, or null where the device gives that only when the passkey is
 * shown. @throws CeremonyFailed.
 */
export async function makePasskey({ challenge, userId, userName, displayName, existing }: NewPasskey) {
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: fromBase64Url(challenge),
    rp: { id: location.hostname, name: "Hearth wallet" },
    user: { id: fromBase64Url(userId), name: userName, displayName },
    pubKeyCredParams: algorithms.map((alg) => ({ type: "public-key", alg })),
    excludeCredentials: existing.map((id) => ({ type: "public-key", id: fromBase64Url(id) })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    attestation: "none",
    timeout,
    extensions: await prfInput(),
  };
  const credential = await navigator.credentials.create({ publicKey }).catch(fail);
  if (!(credential instanceof PublicKeyCredential) || !(credential.response instanceof AuthenticatorAttestationResponse))
    throw new CeremonyFailed("unsupported");
  const { prf } = credential.getClientExtensionResults();
  if (prf?.enabled !== true) throw new CeremonyFailed("unsupported");
  return { registration: registrationOf(credential, credential.response), secret: secretOf(prf) };
}

/** Tells the browser that a passkey opens nothing, so that it offers or keeps the passkey no more. Some browsers cannot be told. */
export async function forgetPasskey(credentialId: string): Promise<void> {
  if (!("signalUnknownCredential" in PublicKeyCredential)) return;
  await PublicKeyCredential.signalUnknownCredential({ rpId: location.hostname, credentialId }).catch(() => {});
}

/** Has the holder show one of these passkeys. Returns which it was, and its secret. @throws CeremonyFailed. */
export async function showPasskey(credentialIds: readonly string[]): Promise<{ credentialId: string; secret: Uint8Array<ArrayBuffer> }> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    // Nobody verifies this signature: the secret alone opens the key.
    challenge: crypto.getRandomValues(new Uint8Array(32)),
    rpId: location.hostname,
    allowCredentials: credentialIds.map((id) => ({ type: "public-key", id: fromBase64Url(id) })),
    userVerification: "required",
    timeout,
    extensions: await prfInput(),
  };
  const credential = await navigator.credentials.get({ publicKey }).catch(fail);
  if (!(credential instanceof PublicKeyCredential)) throw new CeremonyFailed("unsupported");
  const secret = secretOf(credential.getClientExtensionResults().prf);
  if (secret === null) throw new CeremonyFailed("unsupported");
  return { credentialId: credential.id, secret };
}

/**
 * Has the holder answer a challenge of Hearth's server with one of these passkeys, or with any of this page's host where the list is empty. Asks for no secret.
 * @throws CeremonyFailed.
 */
export async function answerChallenge(challenge: string, credentialIds: readonly string[]): Promise<Assertion> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: fromBase64Url(challenge),
    rpId: location.hostname,
    allowCredentials: credentialIds.map((id) => ({ type: "public-key", id: fromBase64Url(id) })),
    userVerification: "required",
    timeout,
  };
  const credential = await navigator.credentials.get({ publicKey }).catch(fail);
  if (!(credential instanceof PublicKeyCredential) || !(credential.response instanceof AuthenticatorAssertionResponse))
    throw new CeremonyFailed("unsupported");
  const { clientDataJSON, authenticatorData, signature } = credential.response;
  return {
    id: credential.id,
    rawId: credential.id,
    type: "public-key",
    response: {
      clientDataJSON: toBase64Url(new Uint8Array(clientDataJSON)),
      authenticatorData: toBase64Url(new Uint8Array(authenticatorData)),
      signature: toBase64Url(new Uint8Array(signature)),
    },
    clientExtensionResults: {},
  };
}

function secretOf(prf: AuthenticationExtensionsPRFOutputs | undefined): Uint8Array<ArrayBuffer> | null {
  const first = prf?.results?.first;
  if (first === undefined) return null;
  return ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer as ArrayBuffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first);
}

/** Writes a new passkey as WebAuthn's JSON, field by field: `toJSON()` would contain the secret. */
function registrationOf(credential: PublicKeyCredential, response: AuthenticatorAttestationResponse): Registration {
  return {
    id: credential.id,
    rawId: credential.id,
    type: "public-key",
    response: {
      clientDataJSON: toBase64Url(new Uint8Array(response.clientDataJSON)),
      attestationObject: toBase64Url(new Uint8Array(response.attestationObject)),
      transports: response.getTransports(),
    },
    clientExtensionResults: {},
  };
}

function fail(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : "";
  if (name === "InvalidStateError") throw new CeremonyFailed("exists", cause);
  throw new CeremonyFailed(name === "NotAllowedError" || name === "AbortError" ? "cancelled" : "unsupported", cause);
}
