import type { DatabaseOrTransaction } from "@hearth/db/client";
import { findMail, markBounced } from "./mails.repo.ts";
import { withoutSecrets } from "./send-mails.ts";

/**
 * The result of a report. `bounced`: a mail of ours failed for good. `notFailed`: another event, such as a delay or success. `unknown`: not
 * about a mail of ours.
 */
export type BounceOutcome = "bounced" | "notFailed" | "unknown";

/**
 * Reads a delivery report (RFC 3464) that a mail server sends to our sender address, and marks the mail as refused, with the reason. Finds
 * the mail by its `Message-ID`, which the report contains. Anybody can forge a report, so it changes nothing but the mail's status shown to
 * administrators.
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

/** Joins folded lines: a field's value may continue on the next line, which then starts with a space. */
function unfolded(fields: string): string {
  return fields.replaceAll(/\r?\n[ \t]+/g, " ");
}

function fieldOf(fields: string, name: string): string | undefined {
  return new RegExp(`^${name}:\\s*(.*)$`, "im").exec(fields)?.[1]?.trim();
}
