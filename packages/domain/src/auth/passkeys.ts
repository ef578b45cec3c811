import { z } from "zod";
import { limits } from "../limits.ts";
import { text } from "../text.ts";

/** Bytes in base64url, as a browser sends them. */
const bytes = z
  .string()
  .max(16_384)
  .regex(/^[\w-]*$/);

/** A transport between browser and passkey. Any short string, because browsers keep adding transports. */
const transport = z.string().max(32);

/** Fields common to every passkey response. Anything else that a browser adds is dropped. */
const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal("public-key"),
  /** Ignored: no extensions are requested. */
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** A new passkey, as `PublicKeyCredential.toJSON` gives it (WebAuthn level 3, 5.1). */
const registrationResponse = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: z.array(transport).max(10).default([]) }),
});
export type RegistrationResponse = z.infer<typeof registrationResponse>;

/** A passkey's signature over a challenge (a WebAuthn assertion). */
export const assertionResponse = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes.exactOptional() }),
});
export type AssertionResponse = z.infer<typeof assertionResponse>;

const passkeyId = z.string().max(64);
export const passkeyName = text({ max: limits.passkeyNameMaxLength, required: "Please give this passkey a name" });

/** Stores a new passkey under a name that its holder chose. */
export const addPasskeyInput = z.strictObject({ name: passkeyName, response: registrationResponse });
export type AddPasskeyInput = z.infer<typeof addPasskeyInput>;

export const passkeyIdInput = z.strictObject({ passkeyId });

export const renamePasskeyInput = z.strictObject({ passkeyId, name: passkeyName });
export type RenamePasskeyInput = z.infer<typeof renamePasskeyInput>;

export const passkeyNameForm = z.object({ name: passkeyName });

/** Proves possession of a passkey, at sign-in or as step-up authentication. */
export const showPasskeyInput = z.strictObject({ response: assertionResponse });
