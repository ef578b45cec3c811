import type { DatabaseOrTransaction } from "@hearth/db/client";
import { findMail, markBounced } from "./mails.repo.ts";
import { withoutSecrets } from "./send-mails.ts";

/** What a report said: for good that a mail of ours did not arrive, something else (a delay, a success), or nothing about a mail of ours. */
export type BounceOutcome = "bounced" | "notFailed" | "unknown";

/**
 * Reads the report that a mail server sends to the address that mails are from when it took one and could not deliver it (RFC 3464), and marks that
 * mail as refused, with the reason. The mail is known by its `Message-ID`, which the report brings back. Anybody may write such a report, so it
 * changes nothing but what an administrator is shown of that mail.
 */
export async function recordBounce(db: DatabaseOrTransaction, report: string): Promise<BounceOutcome> {
  const { default: PostalMime } = await import("postal-mime"); // few processes read mail
  const { attachments } = await PostalMime.parse(report, { forceRfc822Attachments: true, attachmentEncoding: "utf8" });
  const contentOf = (...types: string[]) =>
    attachments.flatMap(({ mimeType, content }) => (types.includes(mimeType) && typeof content === "string" ? [content] : [])).join("\n");
  const [, id] =
    /^message-id:\s*<([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/im.exec(contentOf("message/rfc822", "text/rfc822-headers")) ?? [];
  const mail = id === undefined ? null : await findMail(db, id);
  if (mail === null) return "unknown";
  const status = unfolded(contentOf("message/delivery-status"));
  if (!/^action:\s*failed/im.test(status)) return "notFailed";
  const code = fieldOf(status, "status") ?? "5.0.0";
  const reason = fieldOf(status, "diagnostic-code") ?? "no reason was given";
  const marked = await markBounced(db, mail.id, withoutSecrets(`Came back (${code}): ${reason}`, mail.toAddress));
  return marked || mail.status === "refused" ? "bounced" : "unknown";
}

/** A field's value may go on in the next line, which then begins with a space. */
function unfolded(fields: string): string {
  return fields.replaceAll(/\r?\n[ \t]+/g, " ");
}

function fieldOf(fields: string, name: string): string | undefined {
  return new RegExp(`^${name}:\\s*(.*)$`, "im").exec(fields)?.[1]?.trim();
}
