/** Where a mail is: waiting for its next try, taken by a mail server, refused by one for good, or given up after the last try. */
export const mailStatuses = ["waiting", "sent", "refused", "failed"] as const;
export type MailStatus = (typeof mailStatuses)[number];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The pause after each try that failed; after the last there is none, and the mail is given up some twenty hours after it was written. */
const pausesMs = [minuteMs / 2, 2 * minuteMs, 10 * minuteMs, hourMs, 6 * hourMs, 12 * hourMs];

/** When a mail is tried again of which that many tries have failed; null where it is given up. */
export function nextMailTry(tries: number, now: Date): Date | null {
  const pauseMs = pausesMs[tries - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs);
}

/** A mail that waited longer than this is not sent any more: where no mail server was configured, nobody wants last month's news. */
export const mailMaxAgeMs = 48 * hourMs;

/** Why a mail was not sent although nothing is wrong with its address. */
export const droppedReasons = {
  tooOld: "It had waited too long to be news",
  closed: "The account is closed",
  noLink: "Its link was used, replaced or taken back, or had run out, before it could be sent",
} as const;

/** For how many days an account reads that a mail to its email did not arrive. */
export const returnedMailDays = 14;

/** How long the outbox keeps a mail, and the list a notification. */
export const keptDays = { mails: 90, notifications: 365 } as const;
