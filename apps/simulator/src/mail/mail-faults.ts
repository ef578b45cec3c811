import { setTimeout as sleep } from "node:timers/promises";

/** Faults of the mail server. None by default. */
export interface MailFaults {
  /** Unix milliseconds until which it accepts no connection. */
  awayUntil: number;
  /** Additional delay before the server accepts a mail. */
  delayMs: number;
  /** Refuses every recipient for good, as if the mailbox did not exist. */
  refuses: boolean;
}

/** No faults. */
export function noMailFaults(): MailFaults {
  return { awayUntil: 0, delayMs: 0, refuses: false };
}

/** A refusal of the mail server, with its reply code. */
class SmtpRefusal extends Error {
  override name = "SmtpRefusal";
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** Refuses a connection, or the next mail on it, while the server is unavailable. @throws SmtpRefusal 421. */
export function requireAvailable(faults: MailFaults, now: number): void {
  if (now < faults.awayUntil) throw new SmtpRefusal(421, "The service is not available, try again later");
}

/** Refuses a recipient. @throws SmtpRefusal 550. */
export function requireMailbox(faults: MailFaults): void {
  if (faults.refuses) throw new SmtpRefusal(550, "5.1.1 There is no such mailbox here");
}

/** Waits for the configured delay. */
export async function delayMail(faults: MailFaults): Promise<void> {
  if (faults.delayMs > 0) await sleep(faults.delayMs);
}
