import { z } from "zod";
import { limits } from "../limits.ts";
import { text } from "../text.ts";

/** Bytes in base64url, as a browser sends them. */
const bytes = z
  .string()
  .max(16_384)
  .regex(/^[\w-]*$/);

/** How a browser reaches a passkey; what it may call that grows with browsers. */
const transport = z.string().max(32);

/** What every answer of a passkey has; what else a browser adds is left away. */
const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal("public-key"),
  /** Nothing of it is asked for or read. */
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** A new passkey, as `PublicKeyCredential.toJSON` gives it (WebAuthn level 3, 5.1). */
const registrationResponse = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: z.array(transport).max(10).default([]) }),
});
export type RegistrationResponse = z.infer<typeof registrationResponse>;

/** What a passkey has signed. */
export const assertionResponse = z.object({
  ...credential,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes.exactOptional() }),
});
export type AssertionResponse = z.infer<typeof assertionResponse>;

const passkeyId = z.string().max(64);
const name = text({ max: limits.passkeyNameMaxLength, required: "Please give this passkey a name" });

/** Keeps a new passkey under a name of its holder's. */
export const addPasskeyInput = z.strictObject({ name, response: registrationResponse });
export type AddPasskeyInput = z.infer<typeof addPasskeyInput>;

export const passkeyIdInput = z.strictObject({ passkeyId });

export const renamePasskeyInput = z.strictObject({ passkeyId, name });
export type RenamePasskeyInput = z.infer<typeof renamePasskeyInput>;

/** What the form asks for that names a passkey. */
export const passkeyNameForm = z.object({ name });

/** Shows a passkey: at the sign-in, or once more by who is signed in. */
export const showPasskeyInput = z.strictObject({ response: assertionResponse });
