import type { Defect } from "./defect.ts";

const auth = "apps/server/src/features/auth";
const mail = "apps/server/src/features/mail";
const links = `${auth}/email/mail-links.int.test.ts`;
const keeping = `${auth}/email/keep-email.int.test.ts`;
const sending = `${mail}/send-mails.int.test.ts`;
const told = "apps/server/src/features/notifications/notifications.int.test.ts";

/** Mails that expose an account, contain secrets, or reach people twice or not at all. */
export const mailing: Defect[] = [
  {
    name: "emails a business's pending work to an unconfirmed address",
    file: "packages/domain/src/notifications/events.ts",
    find: 'return group === "summary";',
    plant: "return group === null;",
    test: told,
  },
  {
    name: "accepts a password reset link twice",
    file: `${auth}/email/reset-password.service.ts`,
    find: "if (!(await markTokenUsed(tx, resetToken.id, now)))",
    plant: "void markTokenUsed;\n    if (resetToken === null)",
    test: links,
  },
  {
    name: "never expires a password reset link",
    file: `${auth}/rows/account-tokens.repo.ts`,
    find: "isNull(accountTokens.endedAt),\n        gt(accountTokens.expiresAt, now),",
    plant: "isNull(accountTokens.endedAt),",
    test: links,
  },
  {
    name: "lets an email confirmation link reset the password",
    file: `${auth}/rows/account-tokens.repo.ts`,
    find: "eq(accountTokens.purpose, purpose),",
    plant: "",
    test: links,
  },
  {
    name: "skips the second factor in a password reset",
    file: `${auth}/email/reset-password.service.ts`,
    find: "await passSecondFactor(deps, origin, { userId: known.userId, code, passkey, before });",
    plant: "void passSecondFactor;",
    test: links,
  },
  {
    name: "keeps sessions open after a password reset",
    file: `${auth}/email/reset-password.service.ts`,
    find: "await endSessions(tx, userId, { now });",
    plant: "void endSessions;",
    test: links,
  },
  {
    name: "accepts a link that was sent to the former email",
    file: `${auth}/rows/account-tokens.repo.ts`,
    find: "await markTokensEnded(tx, userId, ended, now);",
    plant: "",
    test: links,
  },
  {
    name: "lets a thief keep an account by changing its email twice",
    file: `${auth}/sessions/account-tokens.ts`,
    find: 'if (purpose !== "keepEmail") await markTokensEnded',
    plant: "await markTokensEnded",
    test: keeping,
  },
  {
    name: "lets a thief take back an account that its owner recovered",
    file: `${auth}/rows/account-tokens.repo.ts`,
    find: "or(eq(email, restored.email), gte(createdAt, restored.since))",
    plant: "eq(email, restored.email)",
    test: keeping,
  },
  {
    name: "keeps the thief's passkey after the owner recovered the account",
    file: `${auth}/email/keep-email.ts`,
    find: "await deletePasskeysSince(tx, userId, since);",
    plant: "void deletePasskeysSince;",
    test: keeping,
  },
  {
    name: "lets a reader of the former email skip the second factor",
    file: `${auth}/rows/second-factor.repo.ts`,
    find: "before && lt(secondFactors.enabledAt, before)",
    plant: "before && lt(secondFactors.enabledAt, new Date(0))",
    test: keeping,
  },
  {
    name: "lets a thief register the former email, so that it cannot be restored",
    file: `${auth}/rows/auth.repo.ts`,
    find: "if (await isEmailReserved(db, user.email, { now: user.createdAt })) return null;",
    plant: "void isEmailReserved;",
    test: keeping,
  },
  {
    name: "keeps a link's token readable in the outbox",
    file: `${auth}/sessions/account-tokens.ts`,
    find: "encryption.encrypt(token, mailTokenContext(holder.userId))",
    plant: "(void encryption, mailTokenContext(holder.userId) && token)",
    test: links,
  },
  {
    name: "sends one email from two processes",
    file: `${mail}/mails.repo.ts`,
    find: "lte(mails.nextTryAt, now)",
    plant: "lte(mails.queuedAt, now)",
    test: sending,
  },
  {
    name: "emails a person twice about one event",
    file: "drizzle/0028_mail_and_notifications.sql",
    find: 'CREATE UNIQUE INDEX "mails_user_key"',
    plant: 'CREATE INDEX "mails_user_key"',
    test: sending,
  },
  {
    name: "unsubscribes another person by an altered link",
    file: `${mail}/unsubscribe.ts`,
    find: "isSame(signature, sign(key, { userId, group }))",
    plant: 'isSame(signature, sign(key, { userId, group })) || signature !== ""',
    test: told,
  },
  {
    name: "reports a delayed email as rejected",
    file: "apps/server/src/features/mail/record-bounce.ts",
    find: 'if (!/^action:\\s*failed/im.test(status)) return "notFailed";',
    plant: "",
    test: "apps/server/src/features/mail/send-mails.int.test.ts",
  },
  {
    name: "sends urgent emails after those that can wait",
    file: `${mail}/mails.repo.ts`,
    find: "for (const urgency of mailUrgencies)",
    plant: "for (const urgency of [2, 1, 0] as const)",
    test: sending,
  },
  {
    name: "lets a link expire before its email is sent",
    file: `${mail}/mail-links.ts`,
    find: "return renewAccountToken(db, token, now);",
    plant: 'void renewAccountToken;\n  return db !== null && token !== "" && now !== null;',
    test: sending,
  },
  {
    name: "sends an email whose link has been replaced",
    file: `${mail}/send-mails.ts`,
    find: "token !== null && (await renewLink(deps.db, mail, token, now))",
    plant: "token !== null && ((await renewLink(deps.db, mail, token, now)) || true)",
    test: sending,
  },
  {
    name: "resends an invitation without a link",
    file: `${mail}/mails.service.ts`,
    find: "encryptedToken: await makeNewLink(deps, tx, mail, now)",
    plant: "encryptedToken: ((await makeNewLink(deps, tx, mail, now)), null)",
    test: sending,
  },
  {
    name: "notifies closed accounts",
    file: "apps/server/src/features/notifications/notifications.repo.ts",
    find: "and(inArray(users.id, ids), isNull(users.closedAt))",
    plant: "inArray(users.id, ids)",
    test: sending,
  },
  {
    name: "sends a queued email to an account that was closed",
    file: `${mail}/send-mails.ts`,
    find: "isClosedEmail(toAddress) || (reader !== null && reader.closedAt !== null)",
    plant: "isClosedEmail(toAddress)",
    test: sending,
  },
  {
    name: "reports a reminder as delivered to tenants who switched reminders off",
    file: "apps/server/src/features/rent/reminders/remind-tenants.service.ts",
    find: "{ tenants: mailed.length, switchedOff: userIds.length - mailed.length }",
    plant: "{ tenants: userIds.length, switchedOff: mailed.length }",
    test: "apps/server/src/features/rent/reminders/remind-tenants.int.test.ts",
  },
  {
    name: "never sends a reminder of three weeks ahead",
    file: "apps/server/src/features/rent/reminders/remind-by-rule.ts",
    find: "daysBefore > chargedAheadDays ? new Date",
    plant: "daysBefore < 0 ? new Date",
    test: "apps/server/src/features/rent/reminders/remind-by-rule.int.test.ts",
  },
  {
    name: "an account is told of a mail that came back from an email it no longer has",
    file: "apps/server/src/features/auth/rows/account-tokens.repo.ts",
    find: " and m.to_address = ${users.email}",
    plant: "",
    test: "apps/server/src/features/mail/send-mails.int.test.ts",
  },
];
