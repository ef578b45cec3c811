import { retentionDays } from "@hearth/domain/account/closing";
import { keysOf } from "@hearth/domain/keys-of";
import { limits } from "@hearth/domain/limits";
import { keptDays } from "@hearth/domain/notifications/mails";
import { and, isNotNull, isNull, lt, notExists, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { DatabaseOrTransaction } from "./client.ts";
import * as schema from "./schema.ts";

export type TableName = keyof typeof schema;

/** Every table by its name in the code. */
export const tables: Readonly<Record<TableName, PgTable>> = schema;

/** Retention rule of a table's rows. */
export type Retention = (
  | /** Rows stay, for this reason. */ { kept: string }
  | /** The code named here deletes each row once it is no longer needed. */ { emptiedBy: string }
  | /** The job `forget-rows` deletes rows for which `isOver` holds; `until` says when in words. An index finds them. */ {
      until: string;
      isOver: (now: Date) => SQL | undefined;
    }
) &
  (
    | /** The section of a user's data export that contains these rows. */ { ownData: string; notOwnData?: never }
    | /** The table names an account, but the export omits its rows for this reason. */ { ownData?: never; notOwnData: string }
    | { ownData?: never; notOwnData?: never }
  );

const law = "both sides rely on it, and merchants must keep books by law";
const secret = "a secret that is valid for minutes";
const books = "the business exports its books separately";
const act = "a user's own actions are in their log";

const dayMs = 86_400_000;
const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * dayMs);
const days = (count: number, from: string) => `${count} days after ${from}`;

/** Rows that refer to a session, so that it cannot be deleted yet. */
const isNamedIn = (table: typeof schema.accountTokens | typeof schema.exchangeLinks) =>
  sql`(select from ${table} where ${table.sessionId} = ${schema.sessions.id})`;

/**
 * Retention rule of every table, and whether its rows belong to the export of a user's own data. The source of the job `forget-rows`, the
 * tests and `docs/kept-data.md`. A table without a row here does not compile.
 */
export const retentions: Record<TableName, Retention> = {
  accountTokens: {
    until: "a day after the link expired",
    isOver: (now) => lt(schema.accountTokens.expiresAt, daysBefore(now, 1)),
    notOwnData: secret,
  },
  alarmSilences: {
    until: "the silence has ended",
    isOver: (now) => lt(schema.alarmSilences.until, now),
    notOwnData: act,
  },
  alarmWebhooks: {
    until: days(keptDays.mails, "the call was written"),
    isOver: (now) => lt(schema.alarmWebhooks.createdAt, daysBefore(now, keptDays.mails)),
  },
  alarms: { kept: "an operator's record of what went wrong", notOwnData: act },
  auditLog: { kept: "it shows a takeover, and who moved money", ownData: "log" },
  chainBlocks: { emptiedBy: "the watcher, once a block is final" },
  chainCursors: { kept: "one row for each chain" },
  charges: { kept: law, notOwnData: books },
  scheduledPayments: { kept: law, ownData: "scheduledPayments" },
  closedLines: { kept: law },
  disputeComments: { kept: law, ownData: "comments" },
  disputeDocuments: { kept: law, ownData: "documents" },
  disputeEvents: { kept: law, notOwnData: act },
  disputes: { kept: law, ownData: "disputes" },
  enrollments: { kept: law, ownData: "enrollments" },
  exchangeAccounts: { kept: "it shows which exchange account a wallet belonged to", ownData: "exchangeAccounts" },
  exchangeLinks: {
    until: days(retentionDays.exchangeLinks, "it expired"),
    isOver: (now) => lt(schema.exchangeLinks.expiresAt, daysBefore(now, retentionDays.exchangeLinks)),
    notOwnData: secret,
  },
  figureChanges: { emptiedBy: "the job `fold-figures`, every minute" },
  figures: { kept: "sums, some rows for each business and month" },
  idempotencyKeys: {
    until: `${limits.idempotencyKeyHours} hours after the call`,
    isOver: (now) => lt(schema.idempotencyKeys.createdAt, new Date(now.getTime() - limits.idempotencyKeyHours * 3_600_000)),
    notOwnData: "the caller already has these answers",
  },
  jobHeartbeats: { kept: "one row for each loop and job" },
  journalEntries: { kept: law },
  knownDevices: {
    until: days(retentionDays.knownDevices, "the last sign-in on it"),
    isOver: (now) => lt(schema.knownDevices.lastUsedAt, daysBefore(now, retentionDays.knownDevices)),
    ownData: "knownDevices",
  },
  lateFeeDays: { kept: law },
  leaseAllocations: { kept: law },
  leaseCredits: { kept: law, notOwnData: books },
  leaseEntries: { kept: law, notOwnData: books },
  leaseNames: { kept: law, notOwnData: books },
  leaseTenants: { kept: law, ownData: "leases" },
  leaseTerms: { kept: law, notOwnData: books },
  leases: { kept: law },
  mails: {
    until: days(keptDays.mails, "it was written"),
    isOver: (now) => lt(schema.mails.createdAt, daysBefore(now, keptDays.mails)),
    ownData: "mails",
  },
  merchantAcknowledgements: { kept: "each payer confirms a business once", ownData: "acknowledgedBusinesses" },
  merchantStaff: {
    until: days(retentionDays.invitations, "an unused invitation expired; a used one stays, to show who acted for the business"),
    isOver: (now) =>
      and(isNull(schema.merchantStaff.userId), lt(schema.merchantStaff.expiresAt, daysBefore(now, retentionDays.invitations))),
    ownData: "staffOf",
  },
  merchants: { kept: law, ownData: "business" },
  monthCloses: { kept: law, notOwnData: books },
  notifications: {
    until: days(keptDays.notifications, "it was written"),
    isOver: (now) => lt(schema.notifications.createdAt, daysBefore(now, keptDays.notifications)),
    ownData: "notifications",
  },
  onrampOrders: { kept: law },
  passkeyChallenges: {
    until: "it expired",
    isOver: (now) => lt(schema.passkeyChallenges.expiresAt, now),
    notOwnData: secret,
  },
  passkeyWalletPasskeys: {
    until: days(retentionDays.removedWalletPasskeys, "it was removed"),
    isOver: (now) => lt(schema.passkeyWalletPasskeys.removedAt, daysBefore(now, retentionDays.removedWalletPasskeys)),
    ownData: "walletPasskeys",
  },
  passkeyWallets: { kept: "its address may hold money, which only its wraps can open", ownData: "passkeyWallets" },
  passkeys: { kept: "until their holder removes them, twenty for each account", ownData: "passkeys" },
  payeeCards: { kept: "every payer's device checks the whole chain", ownData: "businessPayeeCards" },
  payeeChanges: { kept: "it shows a takeover", notOwnData: act },
  payees: { kept: law },
  payerNotices: {
    kept: "it shows that every payer was notified of a new wallet",
    notOwnData: "it names no account but the last one notified",
  },
  payerStops: { kept: law, notOwnData: "the account's own status is in the file" },
  paymentEvents: { kept: law, notOwnData: act },
  paymentRequests: { kept: law, ownData: "businessRequests" },
  paymentStops: { kept: law },
  payments: { kept: law, ownData: "payments" },
  properties: { kept: law },
  providerEvents: {
    until: days(retentionDays.providerEvents, "it was received"),
    isOver: (now) => lt(schema.providerEvents.receivedAt, daysBefore(now, retentionDays.providerEvents)),
  },
  rateLimits: { until: "the window has ended", isOver: (now) => lt(schema.rateLimits.endsAt, now) },
  recoveryCodes: { kept: "until the second factor is removed, ten for each account", notOwnData: "hashes of secrets" },
  refundDestinations: { kept: law, ownData: "refundWallets" },
  refundWallets: { kept: law, ownData: "businessRefundWallets" },
  refunds: { kept: law, ownData: "refunds" },
  relayTransactions: { kept: law },
  relays: { kept: `${law}; its signature is erased when it is over`, ownData: "walletSends" },
  reminderRules: { kept: "one row for each business" },
  rentRecords: { kept: "until their holder closes the account", ownData: "rentRecords" },
  rentReminders: { kept: "it shows when a landlord sent a reminder" },
  requestPayments: { kept: law },
  secondFactors: { kept: "one row for each account", notOwnData: "an encrypted secret" },
  restores: { kept: "one row for each restore" },
  sessions: {
    until: days(retentionDays.sessions, "its latest possible expiry"),
    isOver: (now) => {
      const before = daysBefore(now, retentionDays.sessions);
      const isNamed = [schema.accountTokens, schema.exchangeLinks].map((table) => notExists(isNamedIn(table)));
      return and(lt(schema.sessions.id, uuidAt(before)), lt(schema.sessions.expiresAt, before), ...isNamed);
    },
    ownData: "sessions",
  },
  setAside: { emptiedBy: "the job of its list, once the item succeeds or is no longer due" },
  signInChallenges: { kept: "one row for each administrator", notOwnData: secret },
  stateChecks: {
    until: days(retentionDays.stateChecks, "it began"),
    isOver: (now) =>
      and(lt(schema.stateChecks.id, uuidAt(daysBefore(now, retentionDays.stateChecks))), isNotNull(schema.stateChecks.endedAt)),
  },
  tenantInvitations: {
    until: days(retentionDays.invitations, "it expired unused; a used one stays with the enrollment"),
    isOver: (now) =>
      and(isNull(schema.tenantInvitations.userId), lt(schema.tenantInvitations.expiresAt, daysBefore(now, retentionDays.invitations))),
    ownData: "invitations",
  },
  termsSignatures: { kept: law, ownData: "signedTerms" },
  topUps: { kept: law },
  transferClaims: { kept: law, ownData: "claims" },
  transfers: { kept: law, notOwnData: act },
  uncheckedChanges: { emptiedBy: "the job `check-invariants`" },
  units: { kept: law },
  users: { kept: "the account, without its holder's name once it is closed", ownData: "account" },
  walletChallenges: {
    until: "a day after it expired",
    isOver: (now) => lt(schema.walletChallenges.expiresAt, daysBefore(now, 1)),
    notOwnData: secret,
  },
  wallets: { kept: "it shows whose money it was", ownData: "wallets" },
};

/** Tables from which the job `forget-rows` deletes. */
export const expiringTables = keysOf(retentions).filter((name) => "isOver" in retentions[name]);

/**
 * Deletes up to `atMost` expired rows of a table in one statement. Skips rows that another transaction has locked. Returns the number of
 * deleted rows.
 */
export async function deleteExpiredRows(db: DatabaseOrTransaction, name: TableName, now: Date, atMost: number): Promise<number> {
  const retention = retentions[name];
  if (!("isOver" in retention)) throw new Error(`Rows of ${name} are not forgotten`);
  const table = tables[name];
  const over = sql`select ctid from ${table} where ${retention.isOver(now)} limit ${atMost} for update skip locked`;
  const deleted = await db.execute(sql`delete from ${table} where ctid = any(array(${over}))`);
  return deleted.count;
}

/**
 * The lowest id that a row created at a given time can have. UUIDs of version 7 begin with their milliseconds, so the primary key finds old
 * rows.
 */
export function uuidAt(moment: Date): string {
  const digits = moment.getTime().toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
