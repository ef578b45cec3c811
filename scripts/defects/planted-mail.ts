import type { Defect } from "./defect.ts";

const auth = "apps/server/src/features/auth";
const mail = "apps/server/src/features/mail";
const links = `${auth}/mail-links.int.test.ts`;
const sending = `${mail}/send-mails.int.test.ts`;
const told = "apps/server/src/features/notifications/notifications.int.test.ts";

/** Mails that give an account away, keep what must not be read, or reach people twice or not at all. */
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
    file: `${auth}/reset-password.service.ts`,
    find: "living === null || !(await markTokenUsed(tx, living.id, now))",
    plant: "living === null",
    test: links,
  },
  {
    name: "the link to a new password never grows old",
    file: `${auth}/account-tokens.repo.ts`,
    find: "isNull(accountTokens.endedAt),\n        gt(accountTokens.expiresAt, now),",
    plant: "isNull(accountTokens.endedAt),",
    test: links,
  },
  {
    name: "the link that confirms an e-mail replaces a password",
    file: `${auth}/account-tokens.repo.ts`,
    find: "eq(accountTokens.purpose, purpose),",
    plant: "",
    test: links,
  },
  {
    name: "a new password goes around the second factor",
    file: `${auth}/reset-password.service.ts`,
    find: "await passSecondFactor(deps, origin, { userId: known.userId, code, passkey });",
    plant: "void passSecondFactor;",
    test: links,
  },
  {
    name: "a new password leaves the sessions of the old one",
    file: `${auth}/reset-password.service.ts`,
    find: "await endSessions(tx, userId, { now });",
    plant: "void endSessions;",
    test: links,
  },
  {
    name: "a link to the e-mail before still opens the account",
    file: `${auth}/account-tokens.repo.ts`,
    find: "await markTokensEnded(tx, userId, accountTokenPurposes, now);",
    plant: "",
    test: links,
  },
  {
    name: "the token of a link stays readable in the outbox",
    file: `${auth}/account-tokens.ts`,
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
];
