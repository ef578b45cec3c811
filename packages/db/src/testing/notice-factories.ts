import type { InferInsertModel, InferSelectModel } from "drizzle-orm";
import type { DatabaseOrTransaction } from "../client.ts";
import { accountTokens, mails, notifications } from "../schema.ts";
import { hexOf, nextNumber, one } from "./factories.ts";

const at = "2026-11-20T09:00:00.000Z";

/** An unread notification about a changed password. */
export async function makeNotification(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof notifications>> & { userId: string },
): Promise<InferSelectModel<typeof notifications>> {
  const values = { key: `notice ${nextNumber()}`, event: { kind: "passwordChanged", at } as const, ...overrides };
  return one(await db.insert(notifications).values(values).returning());
}

/** A waiting mail about a changed password. */
export async function makeMail(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof mails>> & { userId: string },
): Promise<InferSelectModel<typeof mails>> {
  const now = new Date();
  const common = { key: `mail ${nextNumber()}`, toAddress: "maya@example.com", queuedAt: now, nextTryAt: now };
  const values = { ...common, event: { kind: "passwordChanged", at } as const, ...overrides };
  return one(await db.insert(mails).values(values).returning());
}

/** A token that confirms an email, valid for a day. */
export async function makeAccountToken(
  db: DatabaseOrTransaction,
  overrides: Partial<InferInsertModel<typeof accountTokens>> & { userId: string },
): Promise<InferSelectModel<typeof accountTokens>> {
  const expiresAt = new Date(Date.now() + 86_400_000);
  const values = {
    purpose: "confirmEmail" as const,
    tokenHash: hexOf("token", nextNumber()),
    email: "maya@example.com",
    expiresAt,
    ...overrides,
  };
  return one(await db.insert(accountTokens).values(values).returning());
}
