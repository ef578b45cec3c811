/**
 * A bounce report of a mail server for a mail that it accepted and could not deliver (RFC 3464), as Postfix writes it. `action` is `failed` for a permanent
 * failure.
 */
export function bounceReport({ messageId, to, action = "failed" }: { messageId: string; to: string; action?: string }): string {
  const part = (type: string, lines: string[]) => ["--report", `Content-Type: ${type}`, "", ...lines, ""];
  return [
    "From: Mail Delivery System <MAILER-DAEMON@mx.example.com>",
    "To: mail@hearth.test",
    "Subject: Undelivered Mail Returned to Sender",
    "Auto-Submitted: auto-replied",
    "MIME-Version: 1.0",
    'Content-Type: multipart/report; report-type=delivery-status; boundary="report"',
    "",
    ...part("text/plain; charset=us-ascii", [`I'm sorry to have to inform you that your message could not be delivered to <${to}>.`]),
    ...part("message/delivery-status", [
      "Reporting-MTA: dns; mx.example.com",
      "",
      `Final-Recipient: rfc822; ${to}`,
      `Action: ${action}`,
      "Status: 5.1.1",
      `Diagnostic-Code: smtp; 550 5.1.1 <${to}>: Recipient address`,
      "    rejected: User unknown",
    ]),
    ...part("message/rfc822", [
      `Message-ID: ${messageId}`,
      `To: ${to}`,
      "Subject: Confirm your email",
      "",
      "Open https://hearth.test/x#secret",
    ]),
    "--report--",
    "",
  ].join("\r\n");
}
