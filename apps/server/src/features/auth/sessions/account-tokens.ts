import type { DatabaseOrTransaction, Transaction } from "@hearth/db/client";
import type { AccountTokenPurpose } from "@hearth/db/schema/account-tokens";
import type { Deps } from "../../../deps.ts";
import { mailTokenContext, notify } from "../../notifications/notify.ts";
import { findUnusedPurpose, insertAccountToken, markTokensEnded, setTokenExpiry } from "../rows/account-tokens.repo.ts";
import { createMailToken, hashToken } from "./tokens.ts";

/** What each purpose's mail is, and how long its link works; what brings an email back is proven by the mails that tell of its change. */
const purposes = {
  keepEmail: { lifetimeMs: 7 * 86_400_000, kind: null },
  confirmEmail: { lifetimeMs: 24 * 3_600_000, kind: "emailConfirmation" },
  changeEmail: { lifetimeMs: 24 * 3_600_000, kind: "emailChangeConfirmation" },
  resetPassword: { lifetimeMs: 30 * 60_000, kind: "passwordReset" },
} as const satisfies Record<AccountTokenPurpose, { lifetimeMs: number; kind: string | null }>;

/** Whose token it is, and for which email it speaks. */
interface Holder {
  userId: string;
  email: string;
  /** For another email: the session that asks. */
  sessionId?: string;
}

/** Makes a token in place of an earlier one of the account and purpose, or beside those that bring an email back; null where another one came first at the same moment. */
export async function createAccountToken(
  tx: Transaction,
  { userId, email, sessionId }: Holder,
  purpose: AccountTokenPurpose,
  now: Date,
): Promise<string | null> {
  if (purpose !== "keepEmail") await markTokensEnded(tx, userId, [purpose], now);
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

/** Lets a token that nobody has used or replaced live its whole time from now on; false where somebody has. Two statements. */
export async function renewAccountToken(db: DatabaseOrTransaction, token: string, now: Date): Promise<boolean> {
  const tokenHash = hashToken(token);
  const purpose = await findUnusedPurpose(db, tokenHash);
  return purpose !== null && setTokenExpiry(db, tokenHash, new Date(now.getTime() + purposes[purpose].lifetimeMs));
}

/** Makes a token and puts the mail with its link into the outbox; the token itself stands there encrypted until it is sent. */
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
