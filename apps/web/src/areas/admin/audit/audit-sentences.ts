import type { AuditAction } from "@hearth/domain/admin/audit-actions";
import { formatUsd } from "@hearth/domain/money";
import { dayName } from "@hearth/domain/rent/periods";
import type { Outputs } from "../../../lib/trpc.ts";

type Line = Outputs["admin"]["auditLog"]["items"][number];

/** Facts of an entry for its sentence: values of its data in words, and of the rows that its ids lead to. */
interface Facts {
  /** ", $1,450.00" or nothing. */
  money: string;
  /** " for Mar 2027" or nothing. */
  month: string;
  /** A value of the data after a given lead: ` to staff@hearth.test`. Nothing where the entry lacks it. */
  with(lead: string, key: string, end?: string): string;
}

/** Verb, object and amount: follows the name of the person who acted. */
type Sentence = string | ((facts: Facts) => string);

const because = ({ with: value }: Facts) => value(": ", "reason");

/** The event in the past tense, for every action in the audit log. */
export const auditSentences: Record<AuditAction, Sentence> = {
  "auth.registered": "signed up",
  "auth.signedIn": "signed in",
  "auth.signInFailed": ({ with: value }) => `failed to sign in${value(" (", "reason", ")")}`,
  "auth.signedOut": "signed out",
  "auth.passwordChanged": "changed the password",
  "auth.passwordSet": "set the first password",
  "auth.passwordResetAsked": "requested a password reset link",
  "auth.passwordReset": "reset the password with an emailed link",
  "auth.deviceLinkAsked": "requested a link to approve a device",
  "auth.deviceConfirmed": "approved a device with an emailed link",
  "auth.emailConfirmed": "confirmed the email",
  "auth.emailChangeAsked": ({ with: value }) => `requested an email change${value(" to ", "newEmail")}`,
  "auth.emailChangeCancelled": "cancelled an email change",
  "auth.emailChanged": "changed the email",
  "auth.emailKept": "undid an email change from the old address",
  "auth.takenBack": "recovered the account",
  "auth.profileUpdated": "updated the profile",
  "auth.deviceSignedOut": "signed a device out",
  "auth.devicesSignedOut": "signed all other devices out",
  "auth.steppedUp": "confirmed their identity",
  "auth.passwordRefused": "entered a wrong password while signed in",
  "passkeyWallet.made": ({ with: value }) => `made a passkey wallet${value(", ", "name")}`,
  "passkeyWallet.reused": () => "put a passkey wallet back into use",
  "passkeyWallet.sent": ({ with: value }) => `sent money from a passkey wallet${value(", $", "usdc")}${value(" to ", "to")}`,
  "passkeyWallet.removed": "deleted the passkey wallet",
  "passkeyWallet.keyShown": "asked the passkey wallet to show its key",
  "passkeyWallet.passkeyAdded": ({ with: value }) => `added a passkey to a wallet${value(", ", "name")}`,
  "passkeyWallet.passkeyRemoved": ({ with: value }) => `removed a passkey from a wallet${value(", ", "name")}`,
  "auth.passkeyAdded": ({ with: value }) => `added a passkey${value(", ", "name")}`,
  "auth.passkeyRemoved": ({ with: value }) => `removed a passkey${value(", ", "name")}`,
  "auth.secondFactorOn": "turned two-step sign-in on",
  "auth.secondFactorOff": "turned two-step sign-in off",
  "auth.secondFactorReset": "reset two-step sign-in",
  "auth.secondFactorFailed": "entered a wrong code for two-step sign-in",
  "auth.recoveryCodeUsed": "used a recovery code",
  "auth.recoveryCodesRenewed": "created new recovery codes",
  "auth.enrolled": "enrolled",
  "admin.signedIn": "signed in as an administrator",
  "admin.signInRefused": "failed to sign in as an administrator",
  "alarm.acknowledged": ({ with: value }) => `acknowledged an alarm${value(", ", "alarm")}`,
  "alarm.released": ({ with: value }) => `released an alarm${value(", ", "alarm")}`,
  "alarm.silenced": ({ with: value }) => `silenced an alarm${value(", ", "alarm")}`,
  "alarm.silenceEnded": ({ with: value }) => `ended the silence of an alarm${value(", ", "alarm")}`,
  "user.edited": "edited an account",
  "rent.recordMade": ({ with: value }) => `created a rent record${value(" from ", "from")}${value(" to ", "to")}`,
  "rent.recordWithdrawn": "turned a rent record's link off",
  "rent.invited": "invited a tenant",
  "rent.invitationEnded": "cancelled an invitation",
  "rent.invitationFollowed": "accepted an invitation",
  "merchant.staffInvited": ({ with: value }) => `invited staff${value(" as ", "role")}`,
  "merchant.staffJoined": ({ with: value }) => `joined the staff${value(" as ", "role")}`,
  "merchant.staffRoleChanged": ({ with: value }) => `changed a staff role${value(": ", "role")}`,
  "merchant.handedOver": "transferred a business to a co-owner",
  "restore.noticed": "restored the database to an earlier time",
  "restore.released": ({ with: value }) => `released what was held back after a restore${value(": ", "part")}`,
  "merchant.staffRemoved": ({ with: value }) => `removed staff${value(": ", "email")}`,
  "merchant.approved": "approved a business",
  "merchant.refused": (facts) => `declined a business${because(facts)}`,
  "merchant.created": "added a business",
  "merchant.edited": "edited a business",
  "wallet.linked": ({ with: value }) => `linked a wallet${value(" (", "kind", ")")}`,
  "wallet.claimDisplaced": "proved a wallet that another account had linked",
  "wallet.proven": "proved a wallet",
  "wallet.unlinked": ({ with: value }) => `unlinked a wallet${value(" (", "kind", ")")}`,
  "exchange.linked": "linked a Coinbase account",
  "exchange.unlinked": "unlinked a Coinbase account",
  "merchant.registered": "registered a business",
  "merchant.payeeSet": "changed a payout wallet",
  "merchant.payeeProven": "proved a payout wallet",
  "merchant.payeeCardSigned": "signed a payee card",
  "merchant.payeeChangeAsked": "requested a payout wallet change",
  "merchant.payeeChangeStopped": "stopped a payout wallet change",
  "merchant.refundWalletProven": "proved a wallet to refund from",
  "merchant.businessChanged": "changed business information",
  "transfer.attached": (facts) => `attached a transfer${facts.money}${because(facts)}`,
  "transfer.detached": (facts) => `detached a transfer${facts.money}${because(facts)}`,
  "transfer.setAside": (facts) => `set a transfer aside${facts.money}${because(facts)}`,
  "transfer.restored": (facts) => `restored a transfer${facts.money}${because(facts)}`,
  "transfer.returnBegun": ({ money }) => `started to send a transfer back${money}`,
  "transfer.returnCancelled": ({ money }) => `cancelled sending a transfer back${money}`,
  "transfer.returnCompleted": ({ money }) => `completed sending a transfer back${money}`,
  "transfer.returnReopened": ({ money }) => `reopened sending a transfer back${money}`,
  "transfer.returnSent": ({ money }) => `signed sending a transfer back with a passkey wallet${money}`,
  "transfer.oddReturn": ({ money }) => `found a return that differs from the request${money}`,
  "ledger.compared": "compared the ledger with the chain",
  "completions.resumed": (facts) => `resumed completions${because(facts)}`,
  "chain.repaired": (facts) => `read blocks again${because(facts)}`,
  "transfer.mended": (facts) => `corrected a transfer from the chain${because(facts)}`,
  "payment.rechecked": ({ money }) => `looked a payment up on the chain${money}`,
  "account.exported": "exported their own data",
  "account.closed": "closed an account",
  "file.exported": ({ with: value }) => `exported a file${value(", ", "file")}`,
  "backup.made": "made a backup",
  "admin.made": ({ with: value }) => `added an administrator${value(", access ", "access")}`,
  "admin.accessChanged": ({ with: value }) => `changed an administrator's access${value(": ", "access")}`,
  "job.retried": ({ with: value }) => `retried a job${value(", ", "name")}`,
  "setAside.retried": ({ with: value }) => `retried an item${value(", ", "list")}`,
  "mail.resent": "sent an email again",
  "refund.begun": ({ money }) => `started a refund${money}`,
  "refund.cancelled": (facts) => `cancelled a refund${facts.money}${because(facts)}`,
  "refund.completed": ({ money }) => `completed a refund${money}`,
  "refund.oddTransfer": ({ money }) => `found a refund that differs from the request${money}`,
  "refund.reopened": ({ money }) => `reopened a refund${money}`,
  "refund.sent": ({ money }) => `signed a refund with a passkey wallet${money}`,
  "refund.walletAsked": ({ money }) => `asked the payer for a wallet to refund to${money}`,
  "refund.walletNamed": "named a wallet for refunds",
  "rent.propertyAdded": "added a property",
  "rent.propertyChanged": "changed a property",
  "rent.propertyRemoved": ({ with: value }) => `removed a property${value(", ", "name")}`,
  "rent.unitAdded": "added a unit",
  "rent.unitRenamed": ({ with: value }) => `renamed a unit${value(": ", "name")}`,
  "rent.unitRemoved": ({ with: value }) => `removed a unit${value(", ", "name")}`,
  "rent.leaseMade": "created a lease",
  "rent.leaseChanged": ({ with: value }) => `changed the terms of a lease${value(" from ", "from")}`,
  "rent.termsSigned": "signed the terms of a lease",
  "rent.leaseEnded": ({ with: value }) => `changed the end of a lease${value(" to ", "to")}`,
  "rent.leaseRenewed": ({ with: value }) => `renewed a lease${value(" from ", "from")}`,
  "rent.leaseUndone": (facts) => `undid a lease${because(facts)}`,
  "rent.partPaymentsSet": ({ with: value }) => `${value("", "partPayments") === "true" ? "allowed" : "turned off"} partial payments`,
  "rent.tenantAdded": "added a tenant to a lease",
  "rent.tenantChanged": "corrected a tenant's name or email",
  "rent.tenantMovedOut": ({ with: value }) => `changed a tenant's move-out date${value(" to ", "to")}`,
  "rent.charged": ({ money }) => `added a charge${money}`,
  "rent.chargesAdded": ({ money, with: value }) => `imported charges${value(", ", "charges", " charges")}${money}`,
  "rent.chargeVoided": (facts) => `voided a charge${facts.money}${because(facts)}`,
  "rent.credited": ({ money, with: value }) =>
    value("", "kind") === "outside" ? `recorded a payment from outside Hearth${money}` : `added a credit${money}`,
  "rent.creditReversed": (facts) => `reversed a credit${facts.money}${because(facts)}`,
  "rent.depositGivenBack": ({ money }) => `returned a deposit${money}`,
  "rent.depositKept": (facts) => `kept a deposit for unpaid charges${facts.money}${because(facts)}`,
  "rent.moneyGivenBack": ({ money }) => `returned money outside Hearth${money}`,
  "rent.paymentPlaced": ({ money }) => `applied a payment to a lease${money}`,
  "rent.reminded": ({ money }) => `reminded the tenants of a lease${money}`,
  "rent.remindersChanged": "changed the automatic reminders",
  "rent.monthClosed": ({ month }) => `closed a month${month}`,
  "rent.monthReopened": ({ month }) => `reopened a month${month}`,
  "autopay.prepared": ({ with: value }) => `prepared autopay${value(" for ", "scheduledPayments", " months")}`,
  "autopay.signed": ({ money, month }) => `signed autopay${month}${money}`,
  "autopay.skipped": ({ money, month }) => `skipped autopay${month}${money}`,
  "autopay.paused": ({ with: value }) => `paused autopay${value(", signed months: ", "scheduledPayments")}`,
  "autopay.stopped": ({ with: value }) => `stopped autopay${value(", signed months: ", "scheduledPayments")}`,
  "request.made": ({ money }) => `sent a payment request${money}`,
  "request.withdrawn": ({ money }) => `cancelled a payment request${money}`,
  "request.reminded": ({ money }) => `sent a reminder of a payment request${money}`,
  "claim.made": ({ money }) => `claimed a transfer${money}`,
  "claim.withdrawn": ({ money }) => `withdrew a claim${money}`,
  "claim.confirmed": ({ money }) => `confirmed a claim${money}`,
  "claim.refused": (facts) => `declined a claim${facts.money}${because(facts)}`,
  "dispute.filed": ({ money }) => `filed a dispute${money}`,
  "dispute.updated": ({ money }) => `changed a dispute${money}`,
  "dispute.responded": ({ money }) => `answered a dispute${money}`,
  "dispute.cancelled": ({ money }) => `cancelled a dispute${money}`,
  "dispute.reopened": ({ money }) => `reopened a dispute${money}`,
  "dispute.closed": ({ money }) => `decided a dispute${money}`,
};

/** The event of an entry in the past tense: "signed autopay for Mar 2027, $1,450.00". An unknown action is shown as it is stored. */
export function sentenceOf({ action, data, mentions }: Pick<Line, "action" | "data" | "mentions">): string {
  const sentence = Object.entries(auditSentences).find(([known]) => known === action)?.[1] ?? action;
  if (typeof sentence === "string") return sentence;
  const cents = [data.cents, data.amountCents, ...mentions.map(({ amountCents }) => amountCents)].find(
    (value) => typeof value === "number",
  );
  const stored = typeof data.period === "string" ? data.period : null;
  const period = stored ?? mentions.find((mention) => mention.period !== null)?.period;
  return sentence({
    money: cents === undefined ? "" : `, ${formatUsd(cents)}`,
    month: period ? ` for ${monthName(period)}` : "",
    with: (lead, key, end = "") => {
      const text = wordsOf(data[key]);
      return text === "" ? "" : `${lead}${text}${end}`;
    },
  });
}

/** The actor of an entry without an account: the operator at the command line, a visitor who did not sign in, or the product itself. */
export function unnamedActor({ action, data, ip }: Pick<Line, "action" | "data" | "ip">): string {
  if (data.by === "operator" || action.startsWith("admin.") || action.startsWith("restore.")) return "The operator";
  return ip === null ? "Hearth" : "Someone";
}

type Named = Line["mentions"][number]["names"][number];

/** People, homes and businesses that an entry is about, each once, without the person who acted. */
export function aboutOf({ actor, mentions }: Pick<Line, "actor" | "mentions">): Named[] {
  const names = mentions.flatMap((mention) => mention.names).filter(({ page }) => page === null || page._id !== actor?._id);
  return names.filter((one, index) => names.findIndex(({ name }) => name === one.name) === index);
}

function wordsOf(value: Line["data"][string] | undefined): string {
  if (typeof value === "object" && value !== null) return `${wordsOf(value.from) || "none"} to ${wordsOf(value.to) || "none"}`;
  const text = String(value ?? "");
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? dayName(text) : text;
}

function monthName(period: string): string {
  return new Date(`${period}T00:00:00Z`).toLocaleDateString("en-US", { month: "short", year: "numeric", timeZone: "UTC" });
}
