import type { Inputs, Outputs } from "@hearth/client/hearth-client";

export type Passkey = Outputs["auth"]["passkeys"][number];
type NewPasskey = Inputs["auth"]["addPasskey"]["response"];
export type ShownPasskey = Inputs["auth"]["signInWithPasskey"]["response"];

/** Loaded on demand, because few visits need it. */
const webauthn = () => import("@simplewebauthn/browser");

/** True if this browser supports passkeys. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined";
}

/** Result of a browser's passkey dialog: the response, or the message to show. The message is null if the user closed the dialog. */
export type Asked<Answer> = { ok: true; response: Answer } | { ok: false; message: string | null };

/** Creates a passkey with the browser's dialog. */
export function makePasskey(options: Outputs["auth"]["beginPasskey"]): Promise<Asked<NewPasskey>> {
  return ask(async () => (await webauthn()).startRegistration({ optionsJSON: options }));
}

/** Requests a passkey with the browser's dialog. */
export function showPasskey(options: Outputs["auth"]["beginPasskeySignIn"]): Promise<Asked<ShownPasskey>> {
  return ask(async () => (await webauthn()).startAuthentication({ optionsJSON: options }));
}

async function ask<Answer>(question: () => Promise<Answer>): Promise<Asked<Answer>> {
  try {
    return { ok: true, response: await question() };
  } catch (error) {
    return { ok: false, message: sentenceFor(error) };
  }
}

/** Maps WebAuthn level 3 error names to messages. Browsers reveal little, so that pages cannot identify users. */
function sentenceFor(error: unknown): string | null {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return null;
  if (name === "InvalidStateError") return "This device already has one of your passkeys.";
  return "Your browser could not use a passkey here. Please sign in another way.";
}
