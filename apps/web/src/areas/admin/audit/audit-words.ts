import type { AuditAction } from "@hearth/domain/admin/audit-actions";
import { formatUsd } from "@hearth/domain/money";
import type { Outputs } from "../../../lib/trpc.ts";

type Line = Outputs["admin"]["auditLog"]["items"][number];

/** Labels of the audit log's actions, in the order of the filter. */
export const auditActions = {
  "admin.signedIn": "Admin signed in",
  "admin.signInRefused": "Admin sign-in failed",
  "account.exported": "Own data exported",
  "account.closed": "Account closed",
  "file.exported": "File exported",
  "backup.made": "Backup made",
  "admin.made": "Admin added",
  "admin.accessChanged": "Admin access changed",
  "auth.signedIn": "Signed in",
  "auth.signInFailed": "Sign-in failed",
  "auth.signedOut": "Signed out",
  "auth.registered": "Registered",
  "auth.passwordChanged": "Password changed",
  "auth.passwordSet": "First password set",
  "auth.passwordResetAsked": "Password reset link sent",
  "auth.passwordReset": "Password reset by an emailed link",
  "auth.emailConfirmed": "Email confirmed",
  "mail.resent": "Email sent again",
  "auth.emailChangeAsked": "Email change requested",
  "auth.emailChangeCancelled": "Email change cancelled",
  "auth.emailChanged": "Email changed",
  "auth.emailKept": "Email change undone from the old address",
  "auth.deviceLinkAsked": "Device link requested",
  "auth.deviceConfirmed": "Device approved by an emailed link",
  "auth.takenBack": "Account recovered by its owner",
  "alarm.acknowledged": "Alarm acknowledged",
  "alarm.released": "Alarm released",
  "alarm.silenced": "Alarm silenced",
  "alarm.silenceEnded": "Alarm no longer silenced",
  "auth.profileUpdated": "Profile updated",
  "auth.deviceSignedOut": "Device signed out",
  "auth.devicesSignedOut": "Other devices signed out",
  "auth.steppedUp": "Identity confirmed",
  "auth.passwordRefused": "Wrong password while signed in",
  "passkeyWallet.made": "Passkey wallet made",
  "passkeyWallet.reused": "Passkey wallet used again",
  "passkeyWallet.sent": "Money sent from a passkey wallet",
  "passkeyWallet.removed": "Passkey wallet deleted",
  "passkeyWallet.keyShown": "Passkey wallet's key shown",
  "passkeyWallet.passkeyAdded": "Wallet passkey added",
  "passkeyWallet.passkeyRemoved": "Wallet passkey removed",
  "auth.passkeyAdded": "Passkey added",
  "auth.passkeyRemoved": "Passkey removed",
  "auth.secondFactorOn": "Two-step sign-in switched on",
  "auth.secondFactorOff": "Two-step sign-in switched off",
  "auth.secondFactorReset": "Two-step sign-in reset",
  "auth.secondFactorFailed": "Wrong code for two-step sign-in",
  "auth.recoveryCodeUsed": "Recovery code used",
  "auth.recoveryCodesRenewed": "New recovery codes created",
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
  "rent.leaseMade": "Lease created",
  "rent.leaseChanged": "Lease terms changed",
  "rent.termsSigned": "Lease terms signed by the landlord's wallet",
  "rent.leaseEnded": "Lease end date changed",
  "rent.tenantAdded": "Tenant added to a lease",
  "rent.tenantChanged": "Tenant's name or email corrected",
  "rent.tenantMovedOut": "Tenant's move-out date changed",
  "rent.leaseRenewed": "Lease renewed",
  "rent.leaseUndone": "Lease undone",
  "rent.partPaymentsSet": "Partial payments turned on or off",
  "rent.charged": "Tenants charged",
  "rent.chargesAdded": "Charges imported",
  "rent.chargeVoided": "Charge voided",
  "rent.credited": "Credit added",
  "rent.creditReversed": "Credit reversed",
  "rent.depositGivenBack": "Deposit returned",
  "rent.depositKept": "Deposit kept for unpaid charges",
  "rent.moneyGivenBack": "Money returned outside Hearth",
  "rent.paymentPlaced": "Payment applied to a lease",
  "rent.reminded": "Tenants reminded",
  "rent.remindersChanged": "Automatic reminders changed",
  "rent.monthClosed": "Month closed",
  "rent.monthReopened": "Month reopened",
  "rent.recordMade": "Rent record created",
  "rent.recordWithdrawn": "Rent record link turned off",
  "autopay.prepared": "Autopay prepared",
  "autopay.signed": "Scheduled payment signed",
  "autopay.skipped": "Autopay skipped for a month",
  "autopay.paused": "Autopay paused",
  "autopay.stopped": "Autopay stopped",
  "request.made": "Request sent",
  "request.reminded": "Request reminder sent",
  "request.withdrawn": "Request cancelled",
  "rent.invited": "Tenant invited to enroll",
  "rent.invitationEnded": "Invitation cancelled",
  "rent.invitationFollowed": "Invitation accepted",
  "merchant.staffInvited": "Staff invited",
  "merchant.staffJoined": "Staff joined",
  "restore.noticed": "Database restored to an earlier time",
  "restore.released": "Held back part released after a restore",
  "merchant.handedOver": "Business transferred to a co-owner",
  "merchant.staffRoleChanged": "Staff role changed",
  "merchant.staffRemoved": "Staff removed",
  "merchant.approved": "Merchant approved",
  "merchant.refused": "Merchant declined",
  "merchant.edited": "Merchant edited",
  "merchant.businessChanged": "Business information changed",
  "merchant.payeeSet": "Payout wallet changed",
  "merchant.payeeProven": "Payout wallet proven",
  "merchant.payeeCardSigned": "Payee card signed",
  "merchant.payeeChangeAsked": "Payout wallet change requested",
  "merchant.payeeChangeStopped": "Payout wallet change stopped",
  "merchant.refundWalletProven": "Wallet to refund from proven",
  "wallet.linked": "Wallet linked",
  "wallet.proven": "Wallet proven",
  "wallet.claimDisplaced": "Unproven wallet given to its owner",
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
  "transfer.returnBegun": "Return started",
  "transfer.returnCancelled": "Return cancelled",
  "transfer.returnCompleted": "Transfer sent back",
  "transfer.returnReopened": "Return waiting again",
  "transfer.returnSent": "Return signed",
  "transfer.oddReturn": "Returned differently than requested",
  "refund.begun": "Refund started",
  "refund.cancelled": "Refund cancelled",
  "refund.completed": "Refund completed",
  "refund.oddTransfer": "Refund sent differently than requested",
  "refund.reopened": "Refund reopened",
  "refund.sent": "Refund signed",
  "refund.walletAsked": "Payer asked for a wallet",
  "refund.walletNamed": "Wallet for refunds named",
  "claim.made": "Transfer claimed",
  "claim.withdrawn": "Claim withdrawn",
  "claim.confirmed": "Claim confirmed",
  "claim.refused": "Claim declined",
  "payment.rechecked": "Payment looked up on the chain",
  "ledger.compared": "Ledger compared with the chain",
  "chain.repaired": "Blocks read again",
  "transfer.mended": "Transfer corrected from the chain",
  "completions.resumed": "Completions resumed",
  "job.retried": "Job retried",
  "setAside.retried": "Item retried",
} as const satisfies Record<AuditAction, string>;

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
