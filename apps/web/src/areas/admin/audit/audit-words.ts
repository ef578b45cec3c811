import { formatUsd } from "@hearth/domain/money";
import type { Outputs } from "../../../lib/trpc.ts";

type Line = Outputs["admin"]["auditLog"]["items"][number];

/** Labels of the audit log's actions, in the order of the filter. */
export const auditActions = {
  "admin.signedIn": "Admin signed in",
  "admin.signInRefused": "Admin sign-in refused",
  "account.exported": "Own data exported",
  "account.closed": "Account closed",
  "file.exported": "File exported",
  "backup.made": "Backup made",
  "admin.made": "Admin made",
  "admin.accessChanged": "Admin access changed",
  "auth.signedIn": "Signed in",
  "auth.signInFailed": "Sign-in failed",
  "auth.signedOut": "Signed out",
  "auth.registered": "Registered",
  "auth.passwordChanged": "Password changed",
  "auth.passwordResetAsked": "Link for a new password sent",
  "auth.passwordReset": "Password replaced by the link of a mail",
  "auth.emailConfirmed": "Email confirmed",
  "mail.resent": "Mail sent again",
  "auth.emailChangeAsked": "Another email asked for",
  "auth.emailChangeCancelled": "Another email not wanted any more",
  "auth.emailChanged": "Email changed",
  "auth.emailKept": "Change of email undone from the old address",
  "auth.deviceLinkAsked": "Link for a device asked for",
  "auth.deviceConfirmed": "Device made known by a mailed link",
  "auth.takenBack": "Account taken back by its owner",
  "alarm.acknowledged": "Alarm acknowledged",
  "alarm.released": "Alarm not looked after any more",
  "alarm.silenced": "Alarm silenced",
  "alarm.silenceEnded": "Silence of an alarm ended",
  "auth.profileUpdated": "Profile updated",
  "auth.deviceSignedOut": "Device signed out",
  "auth.devicesSignedOut": "Other devices signed out",
  "auth.steppedUp": "Confirmed to be the account's holder",
  "auth.passwordRefused": "Wrong password of somebody signed in",
  "auth.passkeyAdded": "Passkey added",
  "auth.passkeyRemoved": "Passkey removed",
  "auth.secondFactorOn": "Two-step sign-in switched on",
  "auth.secondFactorOff": "Two-step sign-in switched off",
  "auth.secondFactorReset": "Two-step sign-in reset",
  "auth.secondFactorFailed": "Wrong code for two-step sign-in",
  "auth.recoveryCodeUsed": "Recovery code used",
  "auth.recoveryCodesRenewed": "Recovery codes renewed",
  "auth.enrolled": "Enrolled",
  "user.edited": "User edited",
  "merchant.created": "Merchant added",
  "merchant.registered": "Merchant registered",
  "rent.propertyAdded": "Property added",
  "rent.propertyChanged": "Property changed",
  "rent.propertyRemoved": "Property removed",
  "rent.unitAdded": "Unit added",
  "rent.unitRenamed": "Unit renamed",
  "rent.unitRemoved": "Unit removed",
  "rent.leaseMade": "Lease made",
  "rent.leaseChanged": "Terms of a lease changed",
  "rent.termsSigned": "Terms of a lease signed by the landlord's wallet",
  "rent.leaseEnded": "Lease's end set",
  "rent.tenantAdded": "Tenant added to a lease",
  "rent.tenantChanged": "Tenant's name or email corrected",
  "rent.tenantMovedOut": "Tenant's last day set",
  "rent.leaseRenewed": "Lease renewed",
  "rent.leaseUndone": "Lease undone",
  "rent.partPaymentsSet": "Part payments allowed or refused",
  "rent.charged": "Tenants charged",
  "rent.chargesAdded": "File of charges added",
  "rent.chargeVoided": "Charge voided",
  "rent.credited": "Credit added",
  "rent.creditReversed": "Credit taken back",
  "rent.depositGivenBack": "Deposit given back",
  "rent.depositKept": "Deposit kept for what was owed",
  "rent.moneyGivenBack": "Money given back outside Hearth",
  "rent.paymentPlaced": "Payment put to a lease",
  "rent.reminded": "Tenants reminded",
  "rent.remindersChanged": "Reminders by rule changed",
  "rent.monthClosed": "Month closed",
  "rent.monthReopened": "Month opened again",
  "rent.recordMade": "Rent record made",
  "rent.recordWithdrawn": "Rent record withdrawn",
  "autopay.prepared": "Autopay prepared",
  "autopay.signed": "Scheduled payment signed",
  "autopay.skipped": "Month of autopay skipped",
  "autopay.paused": "Autopay paused",
  "autopay.stopped": "Autopay stopped",
  "request.made": "Request made",
  "request.reminded": "Reminder of a request sent",
  "request.withdrawn": "Request withdrawn",
  "rent.invited": "Tenant invited to enroll",
  "rent.invitationEnded": "Invitation taken back",
  "rent.invitationFollowed": "Invitation followed",
  "merchant.staffInvited": "Staff invited",
  "merchant.staffJoined": "Staff joined",
  "restore.noticed": "Earlier moment of the database brought back",
  "restore.released": "Held back part released after a restore",
  "merchant.handedOver": "Business handed to a co-owner",
  "merchant.staffRoleChanged": "Staff role changed",
  "merchant.staffRemoved": "Staff removed",
  "merchant.approved": "Merchant reviewed and approved",
  "merchant.refused": "Merchant reviewed and refused",
  "merchant.edited": "Merchant edited",
  "merchant.businessChanged": "Business information changed",
  "merchant.payeeSet": "Payout wallet changed",
  "merchant.payeeProven": "Payout wallet proven",
  "merchant.payeeChangeAsked": "Change of the payout wallet asked for",
  "merchant.payeeChangeStopped": "Change of the payout wallet stopped",
  "merchant.refundWalletProven": "Wallet to refund from proven",
  "wallet.linked": "Wallet linked",
  "wallet.proven": "Wallet proven",
  "wallet.claimDisplaced": "Wallet claim gave way to its owner",
  "wallet.unlinked": "Wallet unlinked",
  "exchange.linked": "Coinbase account linked",
  "exchange.unlinked": "Coinbase account unlinked",
  "dispute.filed": "Dispute filed",
  "dispute.updated": "Dispute changed",
  "dispute.responded": "Dispute answered",
  "dispute.cancelled": "Dispute cancelled",
  "dispute.reopened": "Dispute reopened",
  "dispute.closed": "Dispute decided",
  "transfer.attached": "Transfer attached",
  "transfer.detached": "Transfer detached",
  "transfer.setAside": "Transfer set aside",
  "transfer.restored": "Transfer restored",
  "transfer.returnBegun": "Sending back begun",
  "transfer.returnCancelled": "Sending back given up",
  "transfer.returnCompleted": "Transfer sent back",
  "transfer.returnReopened": "Sending back waits again",
  "transfer.oddReturn": "Sent back otherwise than asked",
  "refund.begun": "Refund begun",
  "refund.cancelled": "Refund cancelled",
  "refund.completed": "Refund completed",
  "refund.oddTransfer": "Refund sent otherwise than asked",
  "refund.reopened": "Refund reopened",
  "refund.walletAsked": "Payer asked for a wallet",
  "refund.walletNamed": "Wallet for refunds named",
  "claim.made": "Transfer claimed",
  "claim.withdrawn": "Claim taken back",
  "claim.confirmed": "Claim confirmed",
  "claim.refused": "Claim refused",
  "payment.rechecked": "Payment looked up on the chain",
  "ledger.compared": "Ledger compared with the chain",
  "chain.repaired": "Blocks read again",
  "transfer.mended": "Transfer corrected from the chain",
  "completions.resumed": "Completions resumed",
  "job.retried": "Job retried",
  "setAside.retried": "Item retried",
} as const satisfies Record<string, string>;

/** Label of an action. An unknown action is shown as it is stored. */
export function actionName(action: string): string {
  return Object.entries(auditActions).find(([known]) => known === action)?.[1] ?? action;
}

/** Formats the data of an audit entry: `status: active → suspended, name: Maple Court`. */
export function factsText(data: Line["data"]): string {
  const format = (value: string | number | null) => (value === null || value === "" ? "nothing" : String(value));
  return Object.entries(data)
    .map(
      ([field, value]) =>
        [
          field
            .replace(/^cents$/, "amount")
            .replace(/Cents$/, "")
            .replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
          inDollars(field, value),
        ] as const,
    )
    .map(([name, value]) =>
      typeof value === "object" && value !== null ? `${name}: ${format(value.from)} → ${format(value.to)}` : `${name}: ${format(value)}`,
    )
    .join(", ");
}

type Fact = Line["data"][string];

/** Formats values stored in cents as dollars. */
function inDollars(field: string, value: Fact): Fact {
  if (!/cents$/i.test(field)) return value;
  // A change stores both values as text.
  const dollars = (cents: string | number | null) => (/^\d+$/.test(String(cents)) ? formatUsd(Number(cents)) : String(cents ?? ""));
  return typeof value === "object" && value !== null ? { from: dollars(value.from), to: dollars(value.to) } : dollars(value);
}
