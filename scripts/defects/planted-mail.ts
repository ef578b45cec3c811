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
    name: "what waits at a business is mailed to an address that nobody has confirmed",
    file: "packages/domain/src/notifications/events.ts",
    find: 'return group === "summary";',
    plant: "return group === null;",
    test: told,
  },
  {
    name: "the link to a new password works twice",
    file: `${auth}/email/reset-password.service.ts`,
    find: "if (!(await markTokenUsed(tx, living.id, now)))",
    plant: "void markTokenUsed;\n    if (living === null)",
    test: links,
  },
  {
    name: "the link to a new password never grows old",
    file: `${auth}/rows/account-tokens.repo.ts`,
    find: "isNull(accountTokens.endedAt),\n        gt(accountTokens.expiresAt, now),",
    plant: "isNull(accountTokens.endedAt),",
    test: links,
  },
  {
    name: "the link that confirms an email replaces a password",
    file: `${auth}/rows/account-tokens.repo.ts`,
    find: "eq(accountTokens.purpose, purpose),",
    plant: "",
    test: links,
  },
  {
    name: "a new password goes around the second factor",
    file: `${auth}/email/reset-password.service.ts`,
    find: "await passSecondFactor(deps, origin, { userId: known.userId, code, passkey, before });",
    plant: "void passSecondFactor;",
    test: links,
  },
  {
    name: "a new password leaves the sessions of the old one",
    file: `${auth}/email/reset-password.service.ts`,
    find: "await endSessions(tx, userId, { now });",
    plant: "void endSessions;",
    test: links,
  },
  {
    name: "a link to the email before still opens the account",
    file: `${auth}/rows/account-tokens.repo.ts`,
    find: "await markTokensEnded(tx, userId, ended, now);",
    plant: "",
    test: links,
  },
  {
    name: "whoever took an account twice over keeps it",
    file: `${auth}/sessions/account-tokens.ts`,
    find: 'if (purpose !== "keepEmail") await markTokensEnded',
    plant: "await markTokensEnded",
    test: keeping,
  },
  {
    name: "the thief of an account takes it back from its owner",
    file: `${auth}/rows/account-tokens.repo.ts`,
    find: "or(eq(email, kept.email), gte(createdAt, kept.since))",
    plant: "eq(email, kept.email)",
    test: keeping,
  },
  {
    name: "the thief's passkey outlives the way back",
    file: `${auth}/email/keep-email.ts`,
    find: "await deletePasskeysSince(tx, userId, since);",
    plant: "void deletePasskeysSince;",
    test: keeping,
  },
  {
    name: "who reads the old address's mail goes around the owner's second factor",
    file: `${auth}/rows/second-factor.repo.ts`,
    find: "before && lt(secondFactors.enabledAt, before)",
    plant: "before && lt(secondFactors.enabledAt, new Date(0))",
    test: keeping,
  },
  {
    name: "the thief registers the old address, so that it cannot be given back",
    file: `${auth}/rows/auth.repo.ts`,
    find: "if (await isEmailKept(db, user.email, { now: user.createdAt })) return null;",
    plant: "void isEmailKept;",
    test: keeping,
  },
  {
    name: "the token of a link stays readable in the outbox",
    file: `${auth}/sessions/account-tokens.ts`,
    find: "encryption.encrypt(token, mailTokenContext(holder.userId))",
    plant: "(void encryption, mailTokenContext(holder.userId) && token)",
    test: links,
  },
  {
    name: "two processes send one mail",
    file: `${mail}/mails.repo.ts`,
    find: "lte(mails.nextTryAt, now)",
    plant: "lte(mails.queuedAt, now)",
    test: sending,
  },
  {
    name: "one event writes a person two mails",
    file: "drizzle/0028_mail_and_notifications.sql",
    find: 'CREATE UNIQUE INDEX "mails_user_key"',
    plant: 'CREATE INDEX "mails_user_key"',
    test: sending,
  },
  {
    name: "whoever changes a link to end mails ends somebody else's",
    file: `${mail}/unsubscribe.ts`,
    find: "isSame(signature, sign(key, { userId, group }))",
    plant: 'isSame(signature, sign(key, { userId, group })) || signature !== ""',
    test: told,
  },
  {
    name: "a mail that is only late is shown as refused",
    file: "apps/server/src/features/mail/record-bounce.ts",
    find: 'if (!/^action:\\s*failed/im.test(status)) return "notFailed";',
    plant: "",
    test: "apps/server/src/features/mail/send-mails.int.test.ts",
  },
  {
    name: "what somebody waits for is mailed after what may wait",
    file: `${mail}/mails.repo.ts`,
    find: "for (const urgency of mailUrgencies)",
    plant: "for (const urgency of [2, 1, 0] as const)",
    test: sending,
  },
  {
    name: "the link of a mail runs out before the mail is sent",
    file: `${mail}/mail-links.ts`,
    find: "return renewAccountToken(db, token, now);",
    plant: 'void renewAccountToken;\n  return db !== null && token !== "" && now !== null;',
    test: sending,
  },
  {
    name: "a mail is sent whose link was replaced meanwhile",
    file: `${mail}/send-mails.ts`,
    find: "token !== null && (await renewLink(deps.db, mail, token, now))",
    plant: "token !== null && ((await renewLink(deps.db, mail, token, now)) || true)",
    test: sending,
  },
  {
    name: "an invitation that is sent again carries no link",
    file: `${mail}/mails.service.ts`,
    find: "encryptedToken: await makeNewLink(deps, tx, mail, now)",
    plant: "encryptedToken: ((await makeNewLink(deps, tx, mail, now)), null)",
    test: sending,
  },
  {
    name: "closed accounts are told of what happens",
    file: "apps/server/src/features/notifications/notifications.repo.ts",
    find: "and(inArray(users.id, ids), isNull(users.closedAt))",
    plant: "inArray(users.id, ids)",
    test: sending,
  },
  {
    name: "a mail goes to an account that was closed while it waited",
    file: `${mail}/send-mails.ts`,
    find: "isClosedEmail(toAddress) || (reader !== null && reader.closedAt !== null)",
    plant: "isClosedEmail(toAddress)",
    test: sending,
  },
  {
    name: "a reminder is said to have reached tenants who have switched reminders off",
    file: "apps/server/src/features/rent/reminders/remind-tenants.service.ts",
    find: "{ tenants: mailed.length, switchedOff: userIds.length - mailed.length }",
    plant: "{ tenants: userIds.length, switchedOff: mailed.length }",
    test: "apps/server/src/features/rent/reminders/remind-tenants.int.test.ts",
  },
  {
    name: "a reminder of three weeks ahead is saved and never sent",
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
