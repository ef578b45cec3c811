import type { Inputs, Outputs } from "@hearth/client/hearth-client";

/** A passkey as its holder sees it. */
export type Passkey = Outputs["auth"]["passkeys"][number];
type NewPasskey = Inputs["auth"]["addPasskey"]["response"];
export type ShownPasskey = Inputs["auth"]["signInWithPasskey"]["response"];

/** Few visits need it. */
const webauthn = () => import("@simplewebauthn/browser");

/** Whether this browser knows passkeys at all. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined";
}

/** What became of asking the browser: its answer, or the sentence to show; `null` where somebody only closed the question. */
export type Asked<Answer> = { ok: true; response: Answer } | { ok: false; message: string | null };

/** Lets the browser make a passkey. */
export function makePasskey(options: Outputs["auth"]["beginPasskey"]): Promise<Asked<NewPasskey>> {
  return ask(async () => (await webauthn()).startRegistration({ optionsJSON: options }));
}

/** Lets the browser ask for a passkey. */
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

/** Browsers tell little, so that pages cannot find out who is there: the names are those of WebAuthn level 3. */
function sentenceFor(error: unknown): string | null {
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return null;
  if (name === "InvalidStateError") return "This device already has one of your passkeys.";
  return "Your browser could not use a passkey here. Please sign in another way.";
}
