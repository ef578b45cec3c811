import { mails } from "@hearth/db/schema/mails";
import type { NotificationKind } from "@hearth/domain/notifications/events";
import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import { mailTokenContext } from "../features/notifications/notify.ts";
import type { Harness } from "./harness.ts";

/** Returns the token of the newest unsent mail of a kind to an address: only its reader gets the link. */
export async function mailedToken({ db, deps }: Pick<Harness, "db" | "deps">, toAddress: string, kind: NotificationKind): Promise<string> {
  const [mail] = await db
    .select()
    .from(mails)
    .where(and(eq(mails.toAddress, toAddress.toLowerCase()), sql`${mails.event} ->> 'kind' = ${kind}`, isNotNull(mails.encryptedToken)))
    .orderBy(desc(mails.createdAt), desc(mails.id))
    .limit(1);
  if (!mail?.encryptedToken || mail.userId === null) throw new Error(`No mail with a link of this kind: ${kind}`);
  return deps.encryption.decrypt(mail.encryptedToken, mailTokenContext(mail.userId));
}
