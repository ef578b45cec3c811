import { createHash } from "node:crypto";

const day = 86_400_000;
const idleMs = { auth: day, admin: 30 * 60_000 } as const;
const touchEveryMs = 60_000;

/** The fields of a live session that decide on access. */
export interface SessionFacts {
  id: string;
  user_id: string;
  kind: "auth" | "admin";
  role: string;
  last_used_at: Date;
  expires_at: Date;
}

/** Returns the stored hash of a header's token; null without a token. */
export function tokenHashOf(header: string | undefined): string | null {
  const token = /^Bearer ([\w-]{1,100})$/i.exec(header ?? "")?.[1];
  return token === undefined ? null : createHash("sha256").update(token).digest("hex");
}

/** Returns the new idle expiry of a session that is used now; null if its last use was recorded less than a minute ago. */
export function nextIdleExpiry({ kind, last_used_at, expires_at }: SessionFacts, now: Date): Date | null {
  if (now.getTime() - last_used_at.getTime() < touchEveryMs) return null;
  return new Date(Math.min(now.getTime() + idleMs[kind], expires_at.getTime()));
}
