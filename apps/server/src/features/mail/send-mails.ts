import { isClosedEmail } from "@hearth/domain/account/closing";
import { hasTokenLink, channels, type MailGroup, type NotificationEvent, withTakeBackLink } from "@hearth/domain/notifications/events";
import { droppedReasons, mailMaxAgeMs, nextMailAttempt } from "@hearth/domain/notifications/mails";
import { wordsOf } from "@hearth/domain/notifications/words";
import { publicId } from "@hearth/domain/ids";
import type { Deps } from "../../deps.ts";
import { workThroughClaimed } from "../../jobs/work-list.ts";
import { drawReceiptOf } from "../payments/receipt/receipt.service.ts";
import { makeTakeBackToken, renewLink, tokenOf } from "./mail-links.ts";
import { writeMail } from "./mail-layout.ts";
import type { Delivery, Mailer, OutgoingMail } from "./mailer.ts";
import { claimDueMails, findReader, type MailRow, markTried, type Outcome } from "./mails.repo.ts";
import { unsubscribeUrl } from "./unsubscribe.ts";

const mostErrorLetters = 300;

/**
 * Sends the mails that are due, at least once each. If the process dies after the mail server's reply and before the update, the mail is
 * sent again with the same `Message-ID`. Returns true if more mails are due. Without a mail server, mails wait.
 */
export async function sendDueMails(deps: Deps): Promise<boolean> {
  const { mailer } = deps;
  if (mailer === null) return false;
  return workThroughClaimed(deps, {
    list: "send-mail",
    pageSize: 20,
    atOnce: 2,
    claimMs: 5 * 60_000,
    claim: (claim) => claimDueMails(deps.db, claim),
    itemOf: ({ id }) => ({ id, name: publicId("mail", id) }),
    work: (mail) => tryMail(deps, mailer, mail),
  });
}

async function tryMail(deps: Deps, mailer: Mailer, mail: MailRow): Promise<void> {
  const delivery = await deliver(deps, mailer, mail);
  const now = deps.clock.now();
  const outcome = outcomeOf(delivery, mail, now);
  await markTried(deps.db, mail, outcome, now);
  deps.metrics.countMail(outcome.status);
  if (outcome.status !== "sent") deps.log.warn({ mail: mail.id, kind: mail.event.kind, status: outcome.status }, "A mail was not sent");
}

async function deliver(deps: Deps, mailer: Mailer, mail: MailRow): Promise<Delivery> {
  const now = deps.clock.now();
  if (now.getTime() - mail.queuedAt.getTime() > mailMaxAgeMs) return { kind: "refused", reason: droppedReasons.tooOld };
  try {
    const dropped = await whyDropped(deps, mail, now);
    if (dropped !== null) return { kind: "refused", reason: dropped };
    return await mailer.send(await composeMail(deps, mail));
  } catch (error) {
    deps.log.error({ err: error, mail: mail.id }, "A mail could not be written");
    return { kind: "notNow", reason: "It could not be written" };
  }
}

/**
 * Returns the reason to drop a mail: its account is closed, or its link is no longer valid. Restarts the lifetime of any other mail's link.
 * At most three statements.
 */
async function whyDropped(deps: Deps, mail: MailRow, now: Date): Promise<string | null> {
  const { userId, toAddress, event } = mail;
  const reader = userId === null ? null : await findReader(deps.db, userId);
  if (isClosedEmail(toAddress) || (reader !== null && reader.closedAt !== null)) return droppedReasons.closed;
  if (!hasTokenLink(event)) return null;
  const token = tokenOf(deps, mail);
  const isLiving = token !== null && (await renewLink(deps.db, mail, token, now));
  return isLiving ? null : droppedReasons.noLink;
}

function outcomeOf(delivery: Delivery, { tries, toAddress }: MailRow, now: Date): Outcome {
  if (delivery.kind === "sent") return { status: "sent" };
  const error = withoutSecrets(delivery.reason, toAddress);
  if (delivery.kind === "refused") return { status: "refused", error };
  const nextTryAt = nextMailAttempt(tries, now);
  return nextTryAt === null ? { status: "failed", error } : { status: "waiting", error, nextTryAt };
}

/** Removes the recipient and links from a mail server's reply, which may quote the mail. */
export function withoutSecrets(reason: string, toAddress: string): string {
  return reason
    .replaceAll(toAddress, "(the recipient)")
    .replace(/https?:\/\/\S+/g, "(a link)")
    .slice(0, mostErrorLetters);
}

/** Composes a mail: its words in the recipient's time zone, headers and attachments. @throws Error where the account does not exist. */
export async function composeMail(deps: Deps, mail: MailRow): Promise<OutgoingMail> {
  const { userId } = mail;
  const reader = await readerOf(deps, mail);
  const timeZone = reader.timeZone ?? "UTC";
  const { publicOrigin } = deps.env;
  const { event, token } = await linkOf(deps, mail, reader);
  const group = groupOf(event);
  const unsubscribe = group === null || userId === null ? null : unsubscribeUrl(deps.env, { userId, group });
  const frame = { firstName: reader.firstName, hasAccount: userId !== null, publicOrigin, unsubscribeUrl: unsubscribe?.page ?? null };
  return {
    messageId: `<${mail.id}@${new URL(publicOrigin).hostname}>`,
    to: mail.toAddress,
    ...writeMail(wordsOf(event, { timeZone }), frame, token),
    headers: {
      "Auto-Submitted": "auto-generated",
      ...(unsubscribe && { "List-Unsubscribe": `<${unsubscribe.oneClick}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" }),
    },
    attachments: userId === null ? [] : await attachmentsOf(deps, event, { userId, payer: `${reader.firstName} ${reader.lastName}` }),
  };
}

/**
 * Returns a mail's event and the token of its link. A notice of a change to the reader's own account gets a link that takes it back. The
 * account's present address alone gets one: a thief may read any other.
 */
async function linkOf(deps: Deps, mail: MailRow, reader: Awaited<ReturnType<typeof readerOf>>) {
  const { event, userId, toAddress, createdAt } = mail;
  const linked = userId === null || toAddress !== reader.email ? null : withTakeBackLink(event);
  if (linked === null || userId === null) return { event, token: tokenOf(deps, mail) };
  return { event: linked, token: await makeTakeBackToken(deps, { userId, email: toAddress, at: createdAt }) };
}

/** Reads the recipient: the account's current data, or the stored name where there is no account. */
async function readerOf({ db }: Deps, { userId, toName }: MailRow) {
  if (userId === null) return { firstName: toName ?? "", lastName: "", timeZone: null, email: null };
  const reader = await findReader(db, userId);
  if (reader === null) throw new Error("The mail's account does not exist");
  return reader;
}

function groupOf(event: NotificationEvent): MailGroup | null {
  const { mail } = channels[event.kind];
  return mail === "always" || mail === "never" ? null : mail;
}

interface ReceiptFor {
  userId: string;
  payer: string;
}

async function attachmentsOf(deps: Deps, event: NotificationEvent, { userId, payer }: ReceiptFor): Promise<OutgoingMail["attachments"]> {
  if (event.kind !== "paymentCompleted") return [];
  const { fileName, pdf } = await drawReceiptOf(deps, { userId }, event.paymentId, payer);
  return [{ filename: fileName, content: pdf, contentType: "application/pdf" }];
}
