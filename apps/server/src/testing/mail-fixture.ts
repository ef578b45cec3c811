import { createMailbox, type Mailbox } from "@hearth/simulator/mail/mailbox";
import { type MailFaults, noMailFaults } from "@hearth/simulator/mail/mail-faults";
import { startMailServer } from "@hearth/simulator/mail/mail-server";
import { sendDueMails } from "../features/mail/send-mails.ts";
import { type Harness, type HarnessOptions, startHarness } from "./harness.ts";

/** A server with a real mail server beside it. */
export interface MailFixture {
  harness: Harness;
  mailbox: Mailbox;
  faults: MailFaults;
  /** Sends all due mails. */
  sendAll(): Promise<void>;
  close(): Promise<void>;
}

/** Starts a server and a mail server for one test file. Close it at the end. */
export async function openMailFixture(options: HarnessOptions = {}): Promise<MailFixture> {
  const [mailbox, faults] = [createMailbox(), noMailFaults()];
  const mailServer = await startMailServer(undefined, mailbox, faults);
  const harness = await startHarness({ ...options, env: { SMTP_URL: mailServer.url, ...options.env } });
  return {
    harness,
    mailbox,
    faults,
    sendAll: async () => {
      while (await sendDueMails(harness.deps));
    },
    close: async () => {
      await harness.close();
      await mailServer.stop();
    },
  };
}
