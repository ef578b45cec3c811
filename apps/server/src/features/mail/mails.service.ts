import { HearthError } from "@hearth/domain/errors";
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
import { findMail, listMails, type MailRow, markToSendAgain } from "./mails.repo.ts";

/** One mail as administrators see it: never its text, which may hold what is its reader's alone. */
export const mailView = z.strictObject({
  _id: z.string(),
  /** Null for somebody without an account. */
  userId: z.string().nullable(),
  to: z.string(),
  subject: z.string(),
  status: z.enum(mailStatuses),
  tries: z.number().int(),
  /** Null where it waits no longer. */
  nextTryAt: isoTime.nullable(),
  lastError: z.string().nullable(),
  createdAt: isoTime,
  sentAt: isoTime.nullable(),
  /** Whether `resendMail` takes it. */
  canResend: z.boolean(),
});
export type MailView = z.infer<typeof mailView>;
export const mailPageView = z.strictObject({ items: mailView.array(), nextCursor: z.string().nullable(), isConfigured: z.boolean() });

/** A page of the outbox, newest first, and whether there is a mail server at all. */
export async function readMails(deps: Deps, { status, cursor, limit }: ListMailsInput): Promise<z.infer<typeof mailPageView>> {
  const before = cursor === undefined ? undefined : readCursor("mail", cursor);
  const rows = await listMails(deps.db, { status: status === "all" ? null : status, before, limit: limit + 1 });
  const { page, nextCursor } = paginate("mail", rows, limit, ({ createdAt: at, id }) => ({ at, id }));
  return { items: page.map(view), nextCursor, isConfigured: deps.mailer !== null };
}

/**
 * Puts a mail that was refused or given up back, to be sent now. A link's proof is gone by then, so that its reader asks for a new one.
 * @throws HearthError NOT_FOUND, CONFLICT for one that waits, was sent, or carried a link.
 */
export async function resendMail(deps: Deps, origin: CallOrigin, actor: Actor, mailId: string): Promise<MailView> {
  const id = parsePublicId("mail", mailId);
  return deps.db.transaction(async (tx) => {
    const mail = id && (await findMail(tx, id));
    if (!mail) throw new HearthError("NOT_FOUND", { message: "Mail not found" });
    const now = deps.clock.now();
    const queued = canResend(mail) ? await markToSendAgain(tx, mail.id, now) : null;
    if (queued === null) throw new HearthError("CONFLICT", { message: "This mail cannot be sent again" });
    await insertAuditEntry(tx, origin, { at: now, actorId: actor.userId, action: "mail.resent", subject: mailId });
    return view(queued);
  });
}

function canResend({ status, event }: MailRow): boolean {
  const carriesLink = event.kind === "emailConfirmation" || event.kind === "passwordReset";
  return (status === "refused" || status === "failed") && !carriesLink;
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
    canResend: canResend(mail),
  };
}
