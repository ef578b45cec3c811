/**
 * Statuses of a mail: waiting for its next attempt, accepted by a mail server, refused by one for good, or given up after the last attempt.
 */
export const mailStatuses = ["waiting", "sent", "refused", "failed"] as const;
export type MailStatus = (typeof mailStatuses)[number];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** The delay after each failed attempt. After the last one the mail is given up, about 20 hours after it was written. */
const pausesMs = [minuteMs / 2, 2 * minuteMs, 10 * minuteMs, hourMs, 6 * hourMs, 12 * hourMs];

/** Returns when to send a mail again after `tries` failed attempts, or null to give up. */
export function nextMailAttempt(tries: number, now: Date): Date | null {
  const pauseMs = pausesMs[tries - 1];
  return pauseMs === undefined ? null : new Date(now.getTime() + pauseMs);
}

/** Maximum age of a mail that is still sent. Where no mail server was configured for a while, nobody wants last month's news. */
export const mailMaxAgeMs = 48 * hourMs;

/** Reasons for which a mail is dropped although its address is right. */
export const droppedReasons = {
  tooOld: "It had waited too long to be news",
  closed: "The account is closed",
  noLink: "Its link was used, replaced, cancelled or expired before it could be sent",
} as const;

/** Days for which an account sees that a mail to its email was returned. */
export const returnedMailDays = 14;

/** Days that the outbox keeps a mail and the list keeps a notification. */
export const keptDays = { mails: 90, notifications: 365 } as const;
