import { HearthError } from "@hearth/domain/errors";
import { isClosedEmail } from "@hearth/domain/account/closing";
import { parsePublicId, publicId } from "@hearth/domain/ids";
import type { ListMailsInput } from "@hearth/domain/notifications/inputs";
import { mailStatuses } from "@hearth/domain/notifications/mails";
import { wordsOf } from "@hearth/domain/notifications/words";
import { z } from "zod";
import { insertAuditEntry } from "../../audit/audit.repo.ts";
import type { Deps } from "../../deps.ts";
import { paginate, readCursor } from "../../paging/cursor.ts";
import type { Actor, CallOrigin } from "../../trpc/context.ts";
import { isoTime } from "../../trpc/wire.ts";
import { makeNewLink, linkRenewalProblem } from "./mail-links.ts";
import { findMail, findReader, listMails, type MailRow, markToSendAgain } from "./mails.repo.ts";

/** A mail as administrators see it, without its text, which may contain private data of its recipient. */
export const mailView = z.strictObject({
  _id: z.string(),
  /** Null for a recipient without an account. */
  userId: z.string().nullable(),
  to: z.string(),
  subject: z.string(),
  status: z.enum(mailStatuses),
  tries: z.number().int(),
  /** Null where it is not waiting. */
  nextTryAt: isoTime.nullable(),
  lastError: z.string().nullable(),
  createdAt: isoTime,
  sentAt: isoTime.nullable(),
  /** True where `resendMail` accepts it. For an undelivered mail that it does not accept, `resendProblem` says why. */
  canResend: z.boolean(),
  resendProblem: z.string().nullable(),
});
export type MailView = z.infer<typeof mailView>;
export const mailPageView = z.strictObject({ items: mailView.array(), nextCursor: z.string().nullable(), isConfigured: z.boolean() });

/** Returns a page of the outbox, newest first, and true for `isConfigured` where there is a mail server. */
export async function readMails(deps: Deps, { status, cursor, limit }: ListMailsInput): Promise<z.infer<typeof mailPageView>> {
  const before = cursor === undefined ? undefined : readCursor("mail", cursor);
  const rows = await listMails(deps.db, { status: status === "all" ? null : status, before, limit: limit + 1 });
  const { page, nextCursor } = paginate("mail", rows, limit, ({ createdAt: at, id }) => ({ at, id }));
  return { items: page.map(view), nextCursor, isConfigured: deps.mailer !== null };
}

/**
 * Queues an undelivered mail to be sent now. Uses the account's current email, unless the mail was for a specific address. An invitation
 * gets a new link.
 * @throws HearthError NOT_FOUND; CONFLICT for a mail that is waiting or was sent, whose link cannot be replaced, or whose account is
 * closed.
 */
export async function resendMail(deps: Deps, origin: CallOrigin, actor: Actor, mailId: string): Promise<MailView> {
  const id = parsePublicId("mail", mailId);
  return deps.db.transaction(async (tx) => {
    const mail = id && (await findMail(tx, id));
    if (!mail) throw new HearthError("NOT_FOUND", { message: "Email not found" });
    const now = deps.clock.now();
    if (!isUndelivered(mail)) throw new HearthError("CONFLICT", { message: "This email cannot be sent again" });
    const problem = linkRenewalProblem(mail);
    if (problem !== null) throw new HearthError("CONFLICT", { message: problem });
    const reader = mail.userId === null ? null : await findReader(tx, mail.userId);
    if (isClosedEmail(mail.toAddress) || (reader !== null && reader.closedAt !== null)) {
      throw new HearthError("CONFLICT", { message: "The account is closed. Nothing is sent there any more." });
    }
    const toAddress = reader === null || keepsAddress(mail) ? mail.toAddress : reader.email;
    const queued = await markToSendAgain(tx, mail.id, { toAddress, encryptedToken: await makeNewLink(deps, tx, mail, now) }, now);
    if (queued === null) throw new HearthError("CONFLICT", { message: "This email cannot be sent again" });
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "mail.resent", subject: mailId });
    return view(queued);
  });
}

const isUndelivered = ({ status }: MailRow): boolean => status === "refused" || status === "failed";

/** True where a mail is for a specific address rather than the account's current email: an invitation, or a notice to the old address. */
function keepsAddress({ event: { kind } }: MailRow): boolean {
  return kind === "tenantInvited" || kind === "staffInvited" || kind === "emailChangeAsked" || kind === "emailChanged";
}

function view(mail: MailRow): MailView {
  const { id, userId, toAddress, event, status, tries, nextTryAt, lastError, createdAt, sentAt } = mail;
  return {
    _id: publicId("mail", id),
    userId: userId && publicId("user", userId),
    to: toAddress,
    subject: wordsOf(event, { timeZone: "UTC" }).title,
    status,
    tries,
    nextTryAt: status === "waiting" ? nextTryAt.toISOString() : null,
    lastError,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    canResend: isUndelivered(mail) && linkRenewalProblem(mail) === null,
    resendProblem: isUndelivered(mail) ? linkRenewalProblem(mail) : null,
  };
}
