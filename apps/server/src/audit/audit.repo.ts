import type { DatabaseOrTransaction } from "@hearth/db/client";
import { type AuditValue, auditLog } from "@hearth/db/schema/audit-log";
import type { CallOrigin } from "../trpc/context.ts";

/** Actions in the audit log: security and money events, as noun and past participle. */
export type AuditAction =
  | "auth.registered"
  | "auth.signedIn"
  | "auth.signInFailed"
  | "auth.signedOut"
  | "auth.passwordChanged"
  | "auth.passwordResetAsked"
  | "auth.passwordReset"
  | "auth.deviceLinkAsked"
  | "auth.deviceConfirmed"
  | "auth.emailConfirmed"
  | "auth.emailChangeAsked"
  | "auth.emailChangeCancelled"
  | "auth.emailChanged"
  | "auth.emailKept"
  | "auth.takenBack"
  | "auth.profileUpdated"
  | "auth.deviceSignedOut"
  | "auth.devicesSignedOut"
  | "auth.steppedUp"
  | "auth.passwordRefused"
  | "auth.passkeyAdded"
  | "auth.passkeyRemoved"
  | "auth.secondFactorOn"
  | "auth.secondFactorOff"
  | "auth.secondFactorReset"
  | "auth.secondFactorFailed"
  | "auth.recoveryCodeUsed"
  | "auth.recoveryCodesRenewed"
  | "auth.enrolled"
  | "admin.signedIn"
  | "admin.signInRefused"
  | "alarm.acknowledged"
  | "alarm.released"
  | "alarm.silenced"
  | "alarm.silenceEnded"
  | "user.edited"
  | "rent.recordMade"
  | "rent.recordWithdrawn"
  | "rent.invited"
  | "rent.invitationEnded"
  | "rent.invitationFollowed"
  | "merchant.staffInvited"
  | "merchant.staffJoined"
  | "merchant.staffRoleChanged"
  | "merchant.handedOver"
  | "restore.noticed"
  | "restore.released"
  | "merchant.staffRemoved"
  | "merchant.approved"
  | "merchant.refused"
  | "merchant.created"
  | "merchant.edited"
  | "wallet.linked"
  | "wallet.claimDisplaced"
  | "wallet.proven"
  | "wallet.unlinked"
  | "exchange.linked"
  | "exchange.unlinked"
  | "merchant.registered"
  | "merchant.payeeSet"
  | "merchant.payeeProven"
  | "merchant.payeeChangeAsked"
  | "merchant.payeeChangeStopped"
  | "merchant.refundWalletProven"
  | "merchant.businessChanged"
  | "transfer.attached"
  | "transfer.detached"
  | "transfer.setAside"
  | "transfer.restored"
  | "transfer.returnBegun"
  | "transfer.returnCancelled"
  | "transfer.returnCompleted"
  | "transfer.returnReopened"
  | "transfer.oddReturn"
  | "ledger.compared"
  | "completions.resumed"
  | "chain.repaired"
  | "transfer.mended"
  | "payment.rechecked"
  | "account.exported"
  | "account.closed"
  | "file.exported"
  | "backup.made"
  | "admin.made"
  | "admin.accessChanged"
  | "job.retried"
  | "setAside.retried"
  | "mail.resent"
  | "refund.begun"
  | "refund.cancelled"
  | "refund.completed"
  | "refund.oddTransfer"
  | "refund.reopened"
  | "refund.walletAsked"
  | "refund.walletNamed"
  | `rent.${"propertyAdded" | "propertyChanged" | "propertyRemoved" | "unitAdded" | "unitRenamed" | "unitRemoved" | "leaseMade" | "leaseChanged" | "termsSigned" | "leaseEnded" | "leaseRenewed" | "leaseUndone" | "partPaymentsSet" | "tenantInvited" | "tenantJoined" | "tenantAdded" | "tenantChanged" | "tenantMovedOut"}`
  | `rent.${"charged" | "chargesAdded" | "chargeVoided" | "credited" | "creditReversed" | "depositGivenBack" | "depositKept" | "moneyGivenBack" | "paymentPlaced" | "reminded" | "remindersChanged" | "monthClosed" | "monthReopened"}`
  | `autopay.${"prepared" | "signed" | "skipped" | "paused" | "stopped"}`
  | `request.${"made" | "withdrawn" | "reminded"}`
  | `claim.${"made" | "withdrawn" | "confirmed" | "refused"}`
  | `dispute.${"filed" | "updated" | "responded" | "cancelled" | "reopened" | "closed"}`;

/** An audit event. `data` must contain no secret. */
export interface AuditEntry {
  at: Date;
  actorId: string | null;
  action: AuditAction;
  /** Target of the action, as a public id or an address. */
  subject?: string;
  data?: Record<string, AuditValue>;
}

/** Inserts an audit entry, within the caller's transaction if there is one. */
export async function insertAuditEntry(db: DatabaseOrTransaction, origin: CallOrigin | null, entry: AuditEntry): Promise<void> {
  await db.insert(auditLog).values({ ...entry, ip: origin?.ip ?? null, requestId: origin?.requestId ?? null });
}
