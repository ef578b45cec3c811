import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import type { AccountTokenPurpose } from "@hearth/db/schema/account-tokens";
import type { Deps } from "../../../deps.ts";
import { mailTokenContext, notify } from "../../notifications/notify.ts";
import { findUnusedPurpose, insertAccountToken, markTokensEnded, setTokenExpiry } from "../rows/account-tokens.repo.ts";
import { createMailToken, hashToken } from "./tokens.ts";

/**
 * Each purpose's lifetime and notification. `keepEmail` has no mail of its own: its token is sent within the notices about what a thief may
 * have done.
 */
const purposes = {
  keepEmail: { lifetimeMs: 7 * 86_400_000, kind: null },
  confirmEmail: { lifetimeMs: 24 * 3_600_000, kind: "emailConfirmation" },
  changeEmail: { lifetimeMs: 24 * 3_600_000, kind: "emailChangeConfirmation" },
  // No shorter than the window of the limit `linkMail`, so that strangers who use it up leave the owner a link that works.
  resetPassword: { lifetimeMs: 30 * 60_000, kind: "passwordReset" },
  knowDevice: { lifetimeMs: 2 * 3_600_000, kind: "deviceLink" },
} as const satisfies Record<AccountTokenPurpose, { lifetimeMs: number; kind: string | null }>;

/** The account of a token, and the email it is sent to. */
interface Holder {
  userId: string;
  email: string;
  /** For an email change: the session that asked for it. */
  sessionId?: string;
}

/**
 * Creates a token, replacing the account's earlier one of the same purpose. Returns null where a concurrent call created one first.
 */
export async function createAccountToken(
  tx: Transaction,
  { userId, email, sessionId }: Holder,
  purpose: Exclude<AccountTokenPurpose, "keepEmail">,
  now: Date,
): Promise<string | null> {
  await markTokensEnded(tx, userId, [purpose], now);
  const token = createMailToken();
  const expiresAt = new Date(now.getTime() + purposes[purpose].lifetimeMs);
  const isStored = await insertAccountToken(tx, {
    userId,
    email,
    sessionId: sessionId ?? null,
    purpose,
    tokenHash: hashToken(token),
    createdAt: now,
    expiresAt,
  });
  return isStored ? token : null;
}

/**
 * Creates a token that takes the account back to this address and undoes what was done since `at`. It lives for seven days from now, beside
 * earlier ones. One statement.
 */
export async function createKeepToken(
  db: DatabaseOrTransaction,
  { userId, email, at }: { userId: string; email: string; at: Date },
  now: Date,
): Promise<string> {
  const token = createMailToken();
  const expiresAt = new Date(now.getTime() + purposes.keepEmail.lifetimeMs);
  await insertAccountToken(db, {
    userId,
    email,
    sessionId: null,
    purpose: "keepEmail",
    tokenHash: hashToken(token),
    createdAt: at,
    expiresAt,
  });
  return token;
}

/** Restarts the lifetime of a token that has been neither used nor replaced; false otherwise. Two statements. */
export async function renewAccountToken(db: DatabaseOrTransaction, token: string, now: Date): Promise<boolean> {
  const tokenHash = hashToken(token);
  const purpose = await findUnusedPurpose(db, tokenHash);
  return purpose !== null && setTokenExpiry(db, tokenHash, new Date(now.getTime() + purposes[purpose].lifetimeMs));
}

/** Creates a token and queues the mail with its link. The outbox holds the token encrypted until the mail is sent. */
export async function mailAccountToken(
  { encryption, clock }: Pick<Deps, "encryption" | "clock">,
  tx: Transaction,
  holder: Holder,
  purpose: Exclude<AccountTokenPurpose, "keepEmail">,
): Promise<void> {
  const now = clock.now();
  const token = await createAccountToken(tx, holder, purpose, now);
  if (token === null) return;
  const encryptedToken = encryption.encrypt(token, mailTokenContext(holder.userId));
  const notice = { userIds: [holder.userId], key: `${purpose}:${hashToken(token)}`, event: { kind: purposes[purpose].kind }, now };
  await notify(tx, notice, { encryptedToken, toAddress: holder.email });
}
