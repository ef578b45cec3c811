import { setTimeout as sleep } from "node:timers/promises";

/** What is wrong with the mail server; nothing by default. */
export interface MailFaults {
  /** Milliseconds since 1970 until which it takes no connection. */
  awayUntil: number;
  /** How much later the server takes each mail. */
  delayMs: number;
  /** Every recipient is refused for good, as where there is no such mailbox. */
  refuses: boolean;
}

/** A mail server in good order. */
export function noMailFaults(): MailFaults {
  return { awayUntil: 0, delayMs: 0, refuses: false };
}

/** The reply of a mail server that will not, with its code. */
class SmtpRefusal extends Error {
  override name = "SmtpRefusal";
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** Refuses a connection, or the next mail on one, while the server is away. @throws SmtpRefusal 421. */
export function requireThere(faults: MailFaults, now: number): void {
  if (now < faults.awayUntil) throw new SmtpRefusal(421, "The service is not available, try again later");
}

/** Refuses a recipient. @throws SmtpRefusal 550. */
export function requireMailbox(faults: MailFaults): void {
  if (faults.refuses) throw new SmtpRefusal(550, "5.1.1 There is no such mailbox here");
}

/** Takes as long as the server is told to. */
export async function beSlow(faults: MailFaults): Promise<void> {
  if (faults.delayMs > 0) await sleep(faults.delayMs);
}
