import PostalMime from "postal-mime";

export interface ReceivedAttachment {
  fileName: string;
  type: string;
  content: Buffer;
}

/** A received mail, parsed. */
export interface ReceivedMail {
  /** A running number, unique within one run. */
  id: number;
  receivedAt: string;
  from: string;
  /** The recipients of the SMTP envelope. */
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  /** By lower-case name. */
  headers: Record<string, string>;
  attachments: ReceivedAttachment[];
  bytes: number;
}

/** All mail of this run, newest first. The oldest are dropped beyond 200 mails or 32 MiB. */
export interface Mailbox {
  receive(raw: Buffer, to: string[]): Promise<void>;
  /** Lists the mail of one recipient, or all mail. */
  list(to?: string): readonly ReceivedMail[];
  find(id: number): ReceivedMail | null;
}

const maxMails = 200;
const maxBytes = 32 * 1024 * 1024;

export function createMailbox(): Mailbox {
  const mails: ReceivedMail[] = [];
  let received = 0;
  return {
    receive: async (raw, to) => {
      received += 1;
      mails.unshift({ id: received, ...(await read(raw)), to: to.map((address) => address.toLowerCase()), bytes: raw.length });
      while (mails.length > maxMails || mails.reduce((sum, { bytes }) => sum + bytes, 0) > maxBytes) mails.pop();
    },
    list: (to) => (to === undefined ? mails : mails.filter((mail) => mail.to.includes(to.toLowerCase()))),
    find: (id) => mails.find((mail) => mail.id === id) ?? null,
  };
}

async function read(raw: Buffer): Promise<Omit<ReceivedMail, "id" | "to" | "bytes">> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: "arraybuffer" });
  return {
    receivedAt: new Date().toISOString(),
    from: mail.from?.address ?? "",
    subject: mail.subject ?? "",
    text: mail.text ?? "",
    html: mail.html ?? null,
    headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key.toLowerCase(), value])),
    attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
      fileName: filename ?? "attachment",
      type: mimeType,
      content: typeof content === "string" ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
    })),
  };
}
