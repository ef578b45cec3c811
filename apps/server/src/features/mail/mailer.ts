/** A mail ready to be sent. */
export interface OutgoingMail {
  /** Unique for the mail and the same at each try, so that a mail server can detect a duplicate. */
  messageId: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attachments: readonly { filename: string; content: Buffer; contentType: string }[];
}

/** The result of a try: accepted by the mail server, refused for good, or to be retried later. */
export type Delivery = { kind: "sent" } | { kind: "refused" | "notNow"; reason: string };

/** Sends mails to a mail server. */
export interface Mailer {
  send(mail: OutgoingMail): Promise<Delivery>;
  close(): void;
}

const timeoutMs = 20_000;

/**
 * Opens the mail server at an `smtp:` or `smtps:` address, with `from` as the sender. Requires encryption for every server that is not on
 * this machine.
 */
export async function openMailer({ smtpUrl, from }: MailerConfig): Promise<Mailer> {
  const { createTransport } = await import("nodemailer"); // not every server sends mail
  const { hostname } = new URL(smtpUrl);
  const transport = createTransport(
    {
      url: smtpUrl,
      pool: true,
      maxConnections: 2,
      requireTLS: hostname !== "localhost" && hostname !== "127.0.0.1",
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from },
  );
  return {
    send: async ({ attachments, ...mail }) => {
      try {
        await transport.sendMail({ ...mail, attachments: [...attachments] });
        return { kind: "sent" };
      } catch (error) {
        return judge(error);
      }
    },
    close: () => transport.close(),
  };
}

export interface MailerConfig {
  smtpUrl: string;
  from: string;
}

/**
 * A 5xx reply about the mail is final. A 5xx reply about signing in to the mail server is a configuration error, so the mail is retried.
 */
function judge(error: unknown): Delivery {
  const { responseCode, code, message } = partsOf(error);
  const isForGood = responseCode !== null && responseCode >= 500 && code !== "EAUTH";
  return { kind: isForGood ? "refused" : "notNow", reason: message };
}

function partsOf(error: unknown): { responseCode: number | null; code: string | null; message: string } {
  if (!(error instanceof Error)) return { responseCode: null, code: null, message: String(error) };
  const responseCode = "responseCode" in error && typeof error.responseCode === "number" ? error.responseCode : null;
  const code = "code" in error && typeof error.code === "string" ? error.code : null;
  return { responseCode, code, message: error.message };
}
