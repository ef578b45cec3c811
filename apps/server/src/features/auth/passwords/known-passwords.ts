import { createHash } from "node:crypto";
import { passwordShapes } from "@hearth/domain/auth/password-shapes";
import { HearthError } from "@hearth/domain/errors";
import type { Deps } from "../../../deps.ts";

/** A new password, and the name of the input field it came from. */
interface SetPassword {
  password: string;
  field: string;
  /** The account's email and names. None of them is a secret, so none may be the password. */
  personalTexts: readonly string[];
}

const breachTimeoutMs = 2_000;
let list: Promise<Set<string>> | undefined;

/**
 * Refuses a password that is easy to guess: one of some fifty thousand common ones in any casing or spelling, or the account's email or
 * names. Where the operator has configured a breach service, also refuses a breached password. @throws HearthError VALIDATION on the field.
 */
export async function requireUnknownPassword({ env, log }: Pick<Deps, "env" | "log">, set: SetPassword): Promise<void> {
  await requireUncommonPassword(set);
  if (env.passwordBreachUrl === null) return;
  const isBreached = await wasBreached(env.passwordBreachUrl, set.password).catch((error: unknown) => {
    log.warn({ err: error }, "Could not check whether a password was in a data breach");
    return false;
  });
  if (isBreached) throw refused(set.field, "This password was in a data breach. Please choose another one.");
}

/**
 * Refuses a common password, or one made from the account's email or names, without asking the breach service.
 * @throws HearthError VALIDATION on the field.
 */
export async function requireUncommonPassword({ password, field, personalTexts }: SetPassword): Promise<void> {
  const common = await (list ??= readList());
  const personalShapes = new Set(personalTexts.flatMap((text) => [text, text.split("@")[0] ?? ""]).flatMap(passwordShapes));
  const isKnown = passwordShapes(password).some((shape) => common.has(shape) || personalShapes.has(shape));
  if (isKnown) throw refused(field, "Please choose a less common password");
}

/** Loads the list when the first password is set: it is half a megabyte. */
async function readList(): Promise<Set<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].map(String));
}

/** Sends the service only the first five digits of the password's SHA-1. https://haveibeenpwned.com/API/v3#PwnedPasswords */
async function wasBreached(url: string, password: string): Promise<boolean> {
  const digits = createHash("sha1").update(password).digest("hex").toUpperCase();
  const signal = AbortSignal.timeout(breachTimeoutMs);
  const answer = await fetch(`${url}/${digits.slice(0, 5)}`, { headers: { "Add-Padding": "true" }, signal });
  if (!answer.ok) throw new Error(`The service answered ${answer.status}`);
  const lines = (await answer.text()).split("\n").map((line) => line.trim().split(":"));
  // Padding lines have a count of 0.
  return lines.some(([rest, count]) => rest === digits.slice(5) && Number(count) > 0);
}

function refused(field: string, message: string): HearthError {
  return new HearthError("VALIDATION", { message, fields: { [field]: message } });
}
