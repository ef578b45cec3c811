import { createHash, randomBytes } from "node:crypto";
import type { SessionKind } from "@hearth/db/schema/sessions";

const prefixes: Record<SessionKind, string> = { auth: "hrt_", admin: "hra_" };
const shape = /^hr[ta]_[\w-]{43}$/;

/** Creates a bearer token: 256 random bits with a prefix for its kind, so that a leaked token can be recognised. */
export function createToken(kind: SessionKind): string {
  return prefixes[kind] + randomBytes(32).toString("base64url");
}

/** Creates the challenge of an incomplete sign-in: as hard to guess as a token, but with a prefix of its own. */
export function createChallenge(): string {
  return `hrc_${randomBytes(32).toString("base64url")}`;
}

/** Creates the token by which an account knows a browser. It grants no access. */
export function createDeviceToken(): string {
  return `hrd_${randomBytes(32).toString("base64url")}`;
}

/** True where a string has the format of a device token. */
export function looksLikeDeviceToken(token: string): boolean {
  return /^hrd_[\w-]{43}$/.test(token);
}

/** Creates the token of a mailed link: as hard to guess as a session token, but with a prefix of its own. */
export function createMailToken(): string {
  return `hrm_${randomBytes(32).toString("base64url")}`;
}

/** True where a string has the format of a session token. Other strings are rejected without a query. */
export function looksLikeToken(token: string): boolean {
  return shape.test(token);
}

/** Hashes a token for storage. A plain hash is enough: nobody can guess 256 random bits. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
