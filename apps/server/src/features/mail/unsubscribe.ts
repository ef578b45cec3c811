import { createHmac, timingSafeEqual } from "node:crypto";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { type MailGroup, mailGroupNames } from "@hearth/domain/notifications/events";
import type { Deps } from "../../deps.ts";
import type { Env } from "../../env.ts";
import { switchMail } from "../notifications/preferences.service.ts";

/** Whose mails of which group a link ends. */
interface Subscription {
  userId: string;
  group: MailGroup;
}

/**
 * Where somebody ends mails of one group without signing in: `page` asks with a button, `oneClick` takes a POST of the mail program's own (RFC
 * 8058). Both carry a signature instead of a row; it opens nothing else and has no end, as the mail has none.
 */
export function unsubscribeUrl(
  env: Pick<Env, "encryptionKeys" | "publicOrigin">,
  subscription: Subscription,
): { page: string; oneClick: string } {
  const token = `${publicId("user", subscription.userId)}.${subscription.group}.${sign(env.encryptionKeys[0], subscription)}`;
  return { page: `${env.publicOrigin}/unsubscribe#${token}`, oneClick: `${env.publicOrigin}/api/mail/unsubscribe/${token}` };
}

/** Ends the mails that a link is about; answers the group, or null for a link that none of the keys signed. */
export async function unsubscribe(deps: Deps, token: string): Promise<MailGroup | null> {
  const [id = "", name = "", signature = ""] = token.split(".");
  const userId = parsePublicId("user", id);
  const group = mailGroupNames.find((known) => known === name);
  if (userId === null || group === undefined) return null;
  const isOurs = deps.env.encryptionKeys.some((key) => isSame(signature, sign(key, { userId, group })));
  if (!isOurs) return null;
  await switchMail(deps, userId, { group, isMuted: true });
  return group;
}

function sign(key: Buffer, { userId, group }: Subscription): string {
  return createHmac("sha256", key).update(`unsubscribe ${userId} ${group}`).digest("base64url");
}

function isSame(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
