import { createHash, randomBytes } from "node:crypto";
import type { SessionKind } from "@hearth/db/schema/sessions";

const prefixes: Record<SessionKind, string> = { auth: "hrt_", admin: "hra_" };
const shape = /^hr[ta]_[\w-]{43}$/;

/** A new bearer token: 256 random bits behind a prefix that says its kind, so that a leaked one is recognised for what it is. */
export function createToken(kind: SessionKind): string {
  return prefixes[kind] + randomBytes(32).toString("base64url");
}

/** A new challenge of a sign-in that is not complete: as hard to guess as a token, and of no token's kind. */
export function createChallenge(): string {
  return `hrc_${randomBytes(32).toString("base64url")}`;
}

/** A new token of a browser that an account knows: it opens nothing. */
export function createDeviceToken(): string {
  return `hrd_${randomBytes(32).toString("base64url")}`;
}

/** Whether a string could be a device's token at all. */
export function looksLikeDeviceToken(token: string): boolean {
  return /^hrd_[\w-]{43}$/.test(token);
}

/** A new token for the link of a mail: as hard to guess as a session's, and of no session's kind. */
export function createMailToken(): string {
  return `hrm_${randomBytes(32).toString("base64url")}`;
}

/** Whether a string could be a token at all; anything else is not worth a question to the database. */
export function looksLikeToken(token: string): boolean {
  return shape.test(token);
}

/** What is stored of a token. A plain hash is enough: nobody can guess 256 random bits. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
