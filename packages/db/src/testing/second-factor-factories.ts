import type { InferInsertModel, InferSelectModel } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../client.ts";
import {
  knownDevices,
  passkeyChallenges,
  passkeys,
  passkeyWalletPasskeys,
  passkeyWallets,
  recoveryCodes,
  secondFactors,
  signInChallenges,
} from "../schema.ts";
import { hexOf, makeAddress, nextNumber, one } from "./factories.ts";

/** An enabled authenticator app whose secret cannot be decrypted. `enabledAt: null` makes one that is being set up. */
export async function makeSecondFactor(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof secondFactors>> & { userId: string },
): Promise<InferSelectModel<typeof secondFactors>> {
  const values = { encryptedSecret: hexOf("secret", nextNumber()), enabledAt: new Date(), lastUsedStep: 0, ...overrides };
  return one(await db.insert(secondFactors).values(values).returning());
}

/** An unused recovery code that nobody knows. */
export async function makeRecoveryCode(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof recoveryCodes>> & { userId: string },
): Promise<InferSelectModel<typeof recoveryCodes>> {
  const values = { codeHash: hexOf("recovery code", nextNumber()), ...overrides };
  return one(await db.insert(recoveryCodes).values(values).returning());
}

/** A sign-in that waits for a second factor to be set up, for ten minutes. */
export async function makeSignInChallenge(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof signInChallenges>> & { userId: string },
): Promise<InferSelectModel<typeof signInChallenges>> {
  const createdAt = overrides.createdAt ?? new Date();
  const values = {
    tokenHash: hexOf("challenge", nextNumber()),
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 10 * 60_000),
    ...overrides,
  };
  return one(await db.insert(signInChallenges).values(values).returning());
}

/** A known browser of an account. For one with a known token, sign in through the app. */
export async function makeKnownDevice(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof knownDevices>> & { userId: string },
): Promise<InferSelectModel<typeof knownDevices>> {
  const values = { tokenHash: hexOf("device", nextNumber()), lastUsedAt: new Date(), ...overrides };
  return one(await db.insert(knownDevices).values(values).returning());
}

/** A passkey of an account, without its private half. */
export async function makePasskey(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof passkeys>> & { userId: string },
): Promise<InferSelectModel<typeof passkeys>> {
  const credentialId = hexOf("passkey", nextNumber());
  const values = { name: "Phone", credentialId, publicKey: credentialId, signCount: 0, isBackedUp: true, ...overrides };
  return one(await db.insert(passkeys).values(values).returning());
}

const wrap = { version: 1, iv: "aXZpdml2aXZpdml2", data: "ZGF0YQ" } as const;

/** A passkey wallet that nobody can open. */
export async function makePasskeyWallet(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof passkeyWallets>> & { userId: string },
): Promise<InferSelectModel<typeof passkeyWallets>> {
  const values = { address: makeAddress(`passkey wallet ${nextNumber()}`), recoveryWrap: wrap, ...overrides };
  return one(await db.insert(passkeyWallets).values(values).returning());
}

/** A passkey of a passkey wallet, without its private half. */
export async function makeWalletPasskey(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof passkeyWalletPasskeys>> & { walletId: string },
): Promise<InferSelectModel<typeof passkeyWalletPasskeys>> {
  const credentialId = hexOf("wallet passkey", nextNumber());
  const values = { name: "Phone", credentialId, publicKey: credentialId, signCount: 0, isBackedUp: true, wrap, ...overrides };
  return one(await db.insert(passkeyWalletPasskeys).values(values).returning());
}

/** A passkey challenge of a sign-in, valid for five minutes. */
export async function makePasskeyChallenge(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof passkeyChallenges>> = {},
): Promise<InferSelectModel<typeof passkeyChallenges>> {
  const challengeHash = hexOf("passkey challenge", nextNumber());
  const values = { challengeHash, purpose: "signIn" as const, expiresAt: new Date(Date.now() + 5 * 60_000), ...overrides };
  return one(await db.insert(passkeyChallenges).values(values).returning());
}
