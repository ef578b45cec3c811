import type { AuditAction } from "@hearth/domain/admin/audit-actions";
import type { AppRouter } from "./root.ts";

type Routers = AppRouter["_def"]["record"];

/** The path of every mutation, such as `auth.login`. */
export type MutationPath = {
  [Noun in keyof Routers & string]: {
    [Name in keyof Routers[Noun] & string]: Routers[Noun][Name] extends { _def: { type: "mutation" } } ? `${Noun}.${Name}` : never;
  }[keyof Routers[Noun] & string];
}[keyof Routers & string];

/** The people whom a mutation notifies, in Hearth or by mail. `account`: the account that the call is about. */
type Told = "account" | "payer" | "tenants" | "business" | "admins" | "strangers";

/** The traces of a mutation: its actions in the audit log, failures included, and the people whom it notifies; or the reason for none. */
export interface Effects {
  audit: readonly AuditAction[] | { none: string };
  tells: readonly Told[] | { nobody: string };
}

const none = (reason: string) => ({ none: reason });
const nobody = (reason: string) => ({ nobody: reason });

const keptInRow = none("Its own rows keep who did it and when");
const movesNothing = none("It changes no right, no money and no book");
const startsOnly = none("It only starts what a later call completes");
const own = nobody("It concerns the caller alone");
const ownBooks = nobody("It changes the landlord's own records");
const seenOnPage = nobody("The other side sees it on its pages");
const onlyChecks = nobody("It only checks or repeats work");

const badPassword = ["auth.passwordRefused"] as const;
const badCode = ["auth.secondFactorFailed", "auth.recoveryCodeUsed"] as const;
const badSignIn = ["auth.signInFailed", ...badCode] as const;
const badAdmin = [...badSignIn, "admin.signInRefused"] as const;
const attached = ["transfer.attached", "claim.confirmed", "claim.refused", "rent.paymentPlaced"] as const;
const wallets = ["wallet.linked", "wallet.unlinked", "wallet.proven", "wallet.claimDisplaced"] as const;
const payout = [
  "merchant.payeeSet",
  "merchant.payeeProven",
  "merchant.payeeChangeAsked",
  "merchant.payeeCardSigned",
  "merchant.payeeChangeStopped",
  ...wallets,
] as const;

const proof = { audit: ["auth.steppedUp", ...badPassword, ...badCode], tells: own } as const;
const quiet = { audit: movesNothing, tells: own } as const;
const starts = { audit: startsOnly, tells: own } as const;
const booked = (action: AuditAction) => ({ audit: [action], tells: ownBooks }) as const;
const lease = (action: AuditAction) => ({ audit: [action], tells: ["tenants"] }) as const;
const refund = { audit: ["refund.begun"], tells: seenOnPage } as const;
const paying = { audit: keptInRow, tells: own } as const;
const byPayer = { audit: keptInRow, tells: ["payer", "business"] } as const;
const alarm = (action: AuditAction) => ({ audit: [action], tells: onlyChecks }) as const;
const repairs = (action: AuditAction) => ({ audit: [action], tells: ["payer", "business", "admins"] }) as const;

const passkeysOf = {
  beginPasskey: starts,
  addPasskey: { audit: ["auth.passkeyAdded"], tells: ["account"] },
  renamePasskey: quiet,
  removePasskey: { audit: ["auth.passkeyRemoved"], tells: ["account"] },
  beginPasskeyProof: starts,
  stepUpWithPasskey: { audit: ["auth.steppedUp"], tells: own },
} as const;
const secondFactorOf = {
  setUpSecondFactor: { audit: badPassword, tells: own },
  confirmSecondFactor: { audit: ["auth.secondFactorOn"], tells: ["account"] },
  endSecondFactor: { audit: ["auth.secondFactorOff", ...badPassword, ...badCode], tells: ["account"] },
  renewRecoveryCodes: { audit: ["auth.recoveryCodesRenewed", ...badPassword, ...badCode], tells: own },
} as const;
const everyone = {
  stepUp: proof,
  logout: { audit: ["auth.signedOut"], tells: own },
  changePassword: { audit: ["auth.passwordChanged", ...badPassword], tells: ["account"] },
  markNotificationsRead: quiet,
  setMailPreference: quiet,
  ...passkeysOf,
  ...secondFactorOf,
} as const;
const { stepUp, logout, changePassword, markNotificationsRead, setMailPreference } = everyone;

/** The traces of every mutation. Its type requires an entry for each; the authorization tests compare it with what the calls write. */
export const effects: Record<MutationPath, Effects> = {
  "auth.register": { audit: ["auth.registered"], tells: ["account"] },
  "auth.login": { audit: ["auth.signedIn", ...badSignIn], tells: ["account"] },
  "auth.replaceFirstPassword": { audit: ["auth.passwordChanged", ...badSignIn], tells: ["account"] },
  "auth.updateProfile": { audit: ["auth.profileUpdated", "auth.emailChangeAsked"], tells: ["account"] },
  "auth.changePassword": changePassword,
  "auth.setPassword": { audit: ["auth.passwordSet"], tells: ["account"] },
  "auth.resendEmailConfirmation": { audit: movesNothing, tells: ["account"] },
  "auth.cancelEmailChange": { audit: ["auth.emailChangeCancelled"], tells: own },
  "auth.confirmEmail": { audit: ["auth.emailConfirmed", "auth.emailChanged", "auth.emailKept"], tells: ["account"] },
  "auth.forgotPassword": { audit: ["auth.passwordResetAsked"], tells: ["account"] },
  "auth.resetPassword": { audit: ["auth.passwordReset", "auth.emailKept", "auth.takenBack", ...badCode], tells: ["account", "business"] },
  "auth.requestDeviceLink": { audit: ["auth.deviceLinkAsked"], tells: ["account"] },
  "auth.useDeviceLink": { audit: ["auth.deviceConfirmed"], tells: own },
  "auth.beginPasskeySignIn": starts,
  "auth.signInWithPasskey": { audit: ["auth.signedIn", "auth.signInFailed"], tells: ["account"] },
  "auth.stepUp": stepUp,
  "auth.signOutDevice": { audit: ["auth.deviceSignedOut"], tells: own },
  "auth.signOutOtherDevices": { audit: ["auth.devicesSignedOut"], tells: own },
  "auth.logout": logout,
  "auth.completeEnrollment": { audit: ["auth.enrolled"], tells: seenOnPage },
  "auth.markNotificationsRead": markNotificationsRead,
  "auth.setMailPreference": setMailPreference,
  "auth.beginPasskey": everyone.beginPasskey,
  "auth.addPasskey": everyone.addPasskey,
  "auth.renamePasskey": everyone.renamePasskey,
  "auth.removePasskey": everyone.removePasskey,
  "auth.beginPasskeyProof": everyone.beginPasskeyProof,
  "auth.stepUpWithPasskey": everyone.stepUpWithPasskey,
  "auth.setUpSecondFactor": everyone.setUpSecondFactor,
  "auth.confirmSecondFactor": everyone.confirmSecondFactor,
  "auth.endSecondFactor": everyone.endSecondFactor,
  "auth.renewRecoveryCodes": everyone.renewRecoveryCodes,

  "admin.login": { audit: ["admin.signedIn", ...badAdmin], tells: ["account"] },
  "admin.signInWithPasskey": { audit: ["admin.signedIn", "auth.signInFailed", "admin.signInRefused"], tells: ["account"] },
  "admin.beginFirstSignIn": { audit: badAdmin, tells: own },
  "admin.completeFirstSignIn": { audit: ["admin.signedIn", "auth.secondFactorOn", ...badAdmin], tells: ["account"] },
  "admin.logout": logout,
  "admin.changePassword": changePassword,
  "admin.stepUp": stepUp,
  "admin.markNotificationsRead": markNotificationsRead,
  "admin.setMailPreference": setMailPreference,
  "admin.beginPasskey": everyone.beginPasskey,
  "admin.addPasskey": everyone.addPasskey,
  "admin.renamePasskey": everyone.renamePasskey,
  "admin.removePasskey": everyone.removePasskey,
  "admin.beginPasskeyProof": everyone.beginPasskeyProof,
  "admin.stepUpWithPasskey": everyone.stepUpWithPasskey,
  "admin.setUpSecondFactor": everyone.setUpSecondFactor,
  "admin.confirmSecondFactor": everyone.confirmSecondFactor,
  "admin.endSecondFactor": everyone.endSecondFactor,
  "admin.renewRecoveryCodes": everyone.renewRecoveryCodes,
  "admin.resendMail": { audit: ["mail.resent"], tells: nobody("It queues an email again that exists already") },
  "admin.acknowledgeAlarm": alarm("alarm.acknowledged"),
  "admin.releaseAlarm": alarm("alarm.released"),
  "admin.silenceAlarm": alarm("alarm.silenced"),
  "admin.endSilence": { audit: ["alarm.silenceEnded"], tells: ["admins"] },
  "admin.attachTransfer": { audit: attached, tells: ["payer", "business"] },
  "admin.creditTenant": { audit: [...attached, "rent.chargeVoided"], tells: ["tenants"] },
  "admin.confirmClaim": { audit: attached, tells: ["payer", "business"] },
  "admin.refuseClaim": { audit: ["claim.refused"], tells: seenOnPage },
  "admin.detachTransfer": { audit: ["transfer.detached", "rent.paymentPlaced"], tells: ["payer", "business", "tenants"] },
  "admin.setTransferAside": { audit: ["transfer.setAside"], tells: seenOnPage },
  "admin.restoreTransfer": { audit: ["transfer.restored"], tells: seenOnPage },
  "admin.editUser": { audit: ["user.edited", ...wallets], tells: ["account"] },
  "admin.editMerchant": { audit: ["merchant.edited", "merchant.approved", ...payout, ...badPassword], tells: ["business"] },
  "admin.approveMerchant": { audit: ["merchant.approved"], tells: ["business"] },
  "admin.refuseMerchant": { audit: ["merchant.refused"], tells: ["business"] },
  "admin.stopPayoutChange": { audit: ["merchant.payeeChangeStopped"], tells: ["business"] },
  "admin.createMerchant": {
    audit: ["merchant.created", "merchant.payeeSet"],
    tells: nobody("The administrator hands the owner the first password"),
  },

  "account.close": { audit: ["account.closed", "exchange.unlinked", "merchant.payeeSet", ...wallets], tells: ["account", "business"] },
  "account.handOver": { audit: ["merchant.handedOver", ...wallets], tells: ["business"] },

  "autopay.prepare": { audit: ["autopay.prepared"], tells: own },
  "autopay.sign": { audit: ["autopay.signed"], tells: own },
  "autopay.skip": { audit: ["autopay.skipped"], tells: ["payer"] },
  "autopay.pause": { audit: ["autopay.paused"], tells: ["payer"] },
  "autopay.stop": { audit: ["autopay.stopped"], tells: ["payer"] },

  "disputes.file": { audit: ["dispute.filed"], tells: ["business"] },
  "disputes.fileForPayer": { audit: ["dispute.filed"], tells: ["business"] },
  "disputes.cancel": { audit: ["dispute.cancelled"], tells: ["business"] },
  "disputes.reopen": { audit: ["dispute.reopened"], tells: ["business"] },
  "disputes.update": { audit: ["dispute.updated"], tells: seenOnPage },
  "disputes.comment": { audit: ["dispute.responded"], tells: ["payer", "business"] },
  "disputes.commentForAdmin": { audit: ["dispute.responded"], tells: ["payer", "business"] },
  "disputes.close": { audit: ["dispute.closed", "rent.credited"], tells: ["payer", "business"] },

  "exchange.initiateAuth": starts,
  "exchange.createWallet": starts,
  "exchange.retryVerification": { audit: ["exchange.linked", ...wallets], tells: ["account"] },
  "exchange.clearVerification": { audit: ["exchange.unlinked"], tells: own },
  "exchange.clearConnection": { audit: ["exchange.unlinked", ...wallets], tells: ["account"] },

  "invitations.invite": { audit: ["rent.invited"], tells: ["strangers"] },
  "invitations.inviteToLease": { audit: ["rent.invited"], tells: ["strangers"] },
  "invitations.resend": { audit: ["rent.invited"], tells: ["strangers"] },
  "invitations.takeBack": { audit: ["rent.invitationEnded"], tells: nobody("The link says that it ended") },
  "invitations.renew": { audit: keptInRow, tells: ["strangers"] },
  "invitations.accept": { audit: ["rent.invitationFollowed", "auth.enrolled"], tells: seenOnPage },
  "invitations.follow": { audit: ["rent.invitationFollowed", "auth.enrolled"], tells: seenOnPage },

  "merchant.acknowledge": { audit: keptInRow, tells: own },
  "merchant.signUp": {
    audit: ["auth.registered", "merchant.registered", ...payout, "passkeyWallet.made", ...wallets],
    tells: ["account", "admins"],
  },
  "merchant.register": { audit: ["merchant.registered", ...payout], tells: ["admins"] },
  "merchant.editBusiness": { audit: ["merchant.businessChanged"], tells: nobody("It changes how the business presents itself") },
  "merchant.setPayoutWallet": { audit: [...payout, ...badPassword], tells: ["business"] },
  "merchant.signPayeeCard": { audit: ["merchant.payeeCardSigned"], tells: seenOnPage },
  "merchant.stopPayoutChange": { audit: ["merchant.payeeChangeStopped"], tells: ["business"] },
  "merchant.update": { audit: ["merchant.businessChanged", ...payout, ...badPassword], tells: ["business"] },
  "merchant.attachTransfer": { audit: attached, tells: ["payer", "business"] },
  "merchant.creditTenant": { audit: [...attached, "rent.chargeVoided"], tells: ["tenants"] },
  "merchant.undoTenantCredit": { audit: ["transfer.detached", "rent.paymentPlaced"], tells: ["tenants"] },
  "merchant.setTransferAside": { audit: ["transfer.setAside"], tells: ownBooks },
  "merchant.restoreTransfer": { audit: ["transfer.restored"], tells: ownBooks },
  "merchant.confirmClaim": { audit: attached, tells: ["payer", "business"] },
  "merchant.refuseClaim": { audit: ["claim.refused"], tells: seenOnPage },
  "merchant.sendBackTransfer": { audit: ["transfer.returnBegun"], tells: seenOnPage },
  "merchant.refundDispute": refund,
  "merchant.refundPayment": refund,
  "merchant.giveBack": { audit: ["refund.begun", "rent.moneyGivenBack"], tells: seenOnPage },
  "merchant.askPayer": { audit: ["refund.walletAsked"], tells: ["payer"] },
  "merchant.sendReceipt": { audit: movesNothing, tells: ["payer"] },
  "merchant.proveRefundWallet": { audit: ["merchant.refundWalletProven"], tells: ownBooks },
  "merchant.sendRefund": { audit: ["refund.sent", "transfer.returnSent"], tells: seenOnPage },
  "merchant.cancelRefund": { audit: ["refund.cancelled", "transfer.returnCancelled"], tells: seenOnPage },

  "operations.reconcile": { audit: ["ledger.compared"], tells: ["admins"] },
  "operations.resumeCompletions": { audit: ["completions.resumed", "ledger.compared"], tells: ["admins"] },
  "operations.repairChain": repairs("chain.repaired"),
  "operations.mendTransfer": repairs("transfer.mended"),
  "operations.recheck": repairs("payment.rechecked"),
  "operations.retryJob": { audit: ["job.retried"], tells: onlyChecks },
  "operations.retrySetAside": { audit: ["setAside.retried"], tells: onlyChecks },

  "payments.payBill": paying,
  "payments.createCheckout": paying,
  "payments.cancel": paying,
  "payments.topUp": paying,
  "payments.giveUpTopUp": byPayer,
  "payments.topUpAtCheckout": paying,
  "payments.recheck": byPayer,
  "payments.recordSuccess": byPayer,
  "payments.claim": { audit: ["claim.made"], tells: seenOnPage },
  "payments.withdrawClaim": { audit: ["claim.withdrawn"], tells: seenOnPage },
  "payments.buy": paying,
  "payments.buyAtCheckout": paying,
  "payments.openCheckout": quiet,
  "payments.authorize": paying,

  "records.create": { audit: ["rent.recordMade"], tells: own },
  "records.withdraw": { audit: ["rent.recordWithdrawn"], tells: own },

  "refunds.nameWallet": { audit: ["refund.walletNamed", ...wallets, ...badPassword], tells: ["account"] },
  "refunds.giveBackForAdmin": { audit: ["refund.begun", "rent.moneyGivenBack"], tells: seenOnPage },

  "rent.join": { audit: ["rent.invitationFollowed", "auth.enrolled"], tells: seenOnPage },
  "rent.addProperty": booked("rent.propertyAdded"),
  "rent.addUnit": booked("rent.unitAdded"),
  "rent.changeProperty": booked("rent.propertyChanged"),
  "rent.renameUnit": booked("rent.unitRenamed"),
  "rent.removeUnit": { audit: ["rent.unitRemoved", "rent.propertyRemoved"], tells: ownBooks },
  "rent.closeMonth": booked("rent.monthClosed"),
  "rent.reopenMonth": booked("rent.monthReopened"),
  "rent.createLease": { audit: ["rent.leaseMade", "rent.invited"], tells: ["strangers"] },
  "rent.changeLease": lease("rent.leaseChanged"),
  "rent.endLease": lease("rent.leaseEnded"),
  "rent.renewLease": lease("rent.leaseRenewed"),
  "rent.renewMany": lease("rent.leaseRenewed"),
  "rent.undoLease": lease("rent.leaseUndone"),
  "rent.addTenant": { audit: ["rent.tenantAdded", "rent.invited"], tells: ["tenants", "strangers"] },
  "rent.changeTenant": { audit: ["rent.tenantChanged", "rent.invited"], tells: ["tenants", "strangers"] },
  "rent.moveTenantOut": lease("rent.tenantMovedOut"),
  "rent.setPartPayments": booked("rent.partPaymentsSet"),
  "rent.signTerms": booked("rent.termsSigned"),
  "rent.remind": { audit: ["rent.reminded", "rent.invited"], tells: ["tenants", "strangers"] },
  "rent.remindMany": { audit: ["rent.reminded", "rent.invited"], tells: ["tenants", "strangers"] },
  "rent.setReminderRule": booked("rent.remindersChanged"),
  "rent.addCharge": booked("rent.charged"),
  "rent.chargeMany": booked("rent.charged"),
  "rent.checkCharges": { audit: none("It writes nothing"), tells: onlyChecks },
  "rent.addCharges": booked("rent.chargesAdded"),
  "rent.voidCharge": booked("rent.chargeVoided"),
  "rent.addCredit": { audit: ["rent.credited", "rent.chargeVoided"], tells: ownBooks },
  "rent.creditMany": booked("rent.credited"),
  "rent.reverseCredit": booked("rent.creditReversed"),
  "rent.keepDeposit": booked("rent.depositKept"),
  "rent.setPaymentLease": lease("rent.paymentPlaced"),
  "rent.changeLeaseForAdmin": lease("rent.leaseChanged"),
  "rent.endLeaseForAdmin": lease("rent.leaseEnded"),
  "rent.renewLeaseForAdmin": lease("rent.leaseRenewed"),
  "rent.undoLeaseForAdmin": lease("rent.leaseUndone"),
  "rent.setPartPaymentsForAdmin": booked("rent.partPaymentsSet"),
  "rent.remindForAdmin": lease("rent.reminded"),
  "rent.addChargeForAdmin": booked("rent.charged"),
  "rent.voidChargeForAdmin": booked("rent.chargeVoided"),
  "rent.addCreditForAdmin": { audit: ["rent.credited", "rent.chargeVoided"], tells: ownBooks },
  "rent.reverseCreditForAdmin": booked("rent.creditReversed"),
  "rent.keepDepositForAdmin": booked("rent.depositKept"),
  "rent.setPaymentLeaseForAdmin": lease("rent.paymentPlaced"),

  "requests.create": { audit: ["request.made"], tells: ["strangers"] },
  "requests.withdraw": { audit: ["request.withdrawn"], tells: nobody("The link says that it was withdrawn") },
  "requests.remind": { audit: ["request.reminded"], tells: ["strangers"] },

  "staff.invite": { audit: ["merchant.staffInvited"], tells: ["strangers", "business"] },
  "staff.changeRole": { audit: ["merchant.staffRoleChanged"], tells: ["business"] },
  "staff.remove": { audit: ["merchant.staffRemoved"], tells: ["business"] },
  "staff.accept": {
    audit: ["auth.registered", "merchant.staffJoined", "passkeyWallet.made", ...wallets],
    tells: ["account", "business"],
  },
  "staff.join": { audit: ["merchant.staffJoined"], tells: ["business"] },

  "passkeyWallet.begin": starts,
  "passkeyWallet.beginSignUp": starts,
  "passkeyWallet.signUp": { audit: ["auth.registered", "passkeyWallet.made", ...wallets], tells: ["account"] },
  "passkeyWallet.beginSignIn": starts,
  "passkeyWallet.signIn": { audit: ["auth.signedIn", "auth.signInFailed"], tells: ["account"] },
  "passkeyWallet.beginProof": starts,
  "passkeyWallet.stepUp": { audit: ["auth.steppedUp"], tells: own },
  "passkeyWallet.create": { audit: ["passkeyWallet.made", ...wallets], tells: ["account"] },
  "passkeyWallet.addPasskey": { audit: ["passkeyWallet.passkeyAdded"], tells: ["account"] },
  "passkeyWallet.renamePasskey": quiet,
  "passkeyWallet.removePasskey": { audit: ["passkeyWallet.passkeyRemoved"], tells: ["account"] },
  "passkeyWallet.recordUse": quiet,
  "passkeyWallet.remove": { audit: ["passkeyWallet.removed", ...wallets], tells: ["account"] },
  "passkeyWallet.beginExport": { audit: ["passkeyWallet.keyShown"], tells: ["account"] },
  "passkeyWallet.send": { audit: ["passkeyWallet.sent"], tells: ["account"] },
  "passkeyWallet.reuse": { audit: ["passkeyWallet.reused", ...wallets], tells: ["account"] },

  "wallet.challenge": starts,
  "wallet.prove": { audit: wallets, tells: ["account"] },
  "wallet.update": { audit: wallets, tells: ["account"] },
  "wallet.saveSmart": { audit: wallets, tells: ["account"] },
};
