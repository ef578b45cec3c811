import type { PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { publicId } from "@hearth/domain/ids";
import { z } from "zod";
import type { PasskeyRow } from "../rows/passkeys.repo.ts";

/** A passkey as its owner sees it, without its public key. */
export const passkeyView = z.strictObject({
  _id: z.string(),
  name: z.string(),
  /** True where the passkey's provider keeps a copy, so that it survives the loss of the device. */
  isBackedUp: z.boolean(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type PasskeyView = z.infer<typeof passkeyView>;

/** A stored passkey, with recovery codes (shown once) where it is the account's first second factor. */
export const addedPasskeyView = z.strictObject({ passkey: passkeyView, recoveryCodes: z.string().array().nullable() });
export type AddedPasskeyView = z.infer<typeof addedPasskeyView>;

/** Options for `navigator.credentials.create` (WebAuthn level 3, 5.4). */
export const creationOptionsView = z.custom<Omit<PublicKeyCredentialCreationOptionsJSON, "extensions">>();
/** Options for `navigator.credentials.get` (WebAuthn level 3, 5.5). */
export const requestOptionsView = z.custom<Omit<PublicKeyCredentialRequestOptionsJSON, "extensions">>();

export function viewPasskey(row: PasskeyRow): PasskeyView {
  return {
    _id: publicId("passkey", row.id),
    name: row.name,
    isBackedUp: row.isBackedUp,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  };
}
