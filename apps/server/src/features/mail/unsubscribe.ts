import { createHmac, timingSafeEqual } from "node:crypto";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import { type MailGroup, mailGroupNames } from "@hearth/domain/notifications/events";
import type { Deps } from "../../deps.ts";
import type { Env } from "../../env.ts";
import { switchMail } from "../notifications/preferences.service.ts";

/** The mails that an unsubscribe link ends: an account and a group. */
interface Subscription {
  userId: string;
  group: MailGroup;
}

/**
 * Builds the links that unsubscribe from a group of mails without signing in. `page` asks for confirmation; `oneClick` takes the mail
 * program's own POST (RFC 8058). Both carry a signature instead of a database row. It grants nothing else and never expires, as a mail
 * never does.
 */
export function unsubscribeUrl(
  env: Pick<Env, "encryptionKeys" | "publicOrigin">,
  subscription: Subscription,
): { page: string; oneClick: string } {
  const token = `${publicId("user", subscription.userId)}.${subscription.group}.${sign(env.encryptionKeys[0], subscription)}`;
  return { page: `${env.publicOrigin}/unsubscribe#${token}`, oneClick: `${env.publicOrigin}/api/mail/unsubscribe/${token}` };
}

/** Unsubscribes from the group of a link. Returns the group, or null for a link that none of the keys signed. */
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
