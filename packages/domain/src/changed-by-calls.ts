/** A mutation that begins or ends a session, starts something elsewhere or only checks: no query of its caller changes. */
const nothing: readonly string[] = [];
const own = ["auth", "account"] as const;
const everything = [
  ...([...own, "autopay", "disputes", "exchange", "invitations", "merchant", "payments"] as const),
  ...(["records", "refunds", "rent", "requests", "staff", "wallet"] as const),
];
/** Queries that show a payer their payments. */
const paying = ["payments", "rent.mine", "rent.ownLedger", "requests.bill", "autopay", "refunds", "disputes", "account"] as const;
/** Queries that show a business the money that it received. */
const receiving = ["merchant", "disputes", "rent", "requests", "account"] as const;
/** Queries that show a landlord leases and their tenants. */
const letting = ["rent", "merchant", "invitations", "requests", "account"] as const;
const business = [...own, "merchant", "rent", "requests", "wallet"] as const;
const wallet = ["wallet", "exchange", "payments", "refunds", "autopay", "merchant", "rent.termsToSign", ...own] as const;
/** Queries that show an administrator payments, leases and disputes. */
const administered = ["admin", "operations", "disputes", "rent", "autopay.forAdmin"] as const;

/** Mutations by the queries whose answers they can change for their caller. The name of a router stands for all of its queries. */
const table: readonly (readonly [queries: readonly string[], noun: string, mutations: string])[] = [
  [nothing, "auth", "register login replaceFirstPassword signInWithPasskey beginPasskeySignIn logout stepUp stepUpWithPasskey"],
  [nothing, "auth", "beginPasskey beginPasskeyProof forgotPassword resetPassword requestDeviceLink useDeviceLink"],
  [[...own, "disputes"], "auth", "updateProfile"],
  [own, "auth", "changePassword setPassword resendEmailConfirmation cancelEmailChange confirmEmail"],
  [own, "auth", "addPasskey renamePasskey removePasskey setUpSecondFactor confirmSecondFactor endSecondFactor renewRecoveryCodes"],
  [own, "auth", "signOutDevice signOutOtherDevices markNotificationsRead setMailPreference"],
  [everything, "auth", "completeEnrollment"],

  [nothing, "admin", "login signInWithPasskey beginFirstSignIn completeFirstSignIn logout stepUp stepUpWithPasskey"],
  [nothing, "admin", "beginPasskey beginPasskeyProof"],
  [["admin"], "admin", "changePassword markNotificationsRead setMailPreference resendMail"],
  [["admin"], "admin", "acknowledgeAlarm releaseAlarm silenceAlarm endSilence"],
  // One person's devices are listed with both kinds of session.
  [["admin", "auth.devices"], "admin", "addPasskey renamePasskey removePasskey setUpSecondFactor confirmSecondFactor"],
  [["admin", "auth.devices"], "admin", "endSecondFactor renewRecoveryCodes"],
  [administered, "admin", "attachTransfer creditTenant detachTransfer setTransferAside restoreTransfer confirmClaim refuseClaim"],
  [administered, "admin", "editUser editMerchant approveMerchant refuseMerchant stopPayoutChange createMerchant"],
  [administered, "operations", "reconcile resumeCompletions repairChain mendTransfer recheck retryJob retrySetAside"],
  [administered, "disputes", "fileForPayer commentForAdmin close"],
  [administered, "refunds", "giveBackForAdmin"],
  [administered, "rent", "changeLeaseForAdmin endLeaseForAdmin renewLeaseForAdmin undoLeaseForAdmin setPartPaymentsForAdmin"],
  [administered, "rent", "remindForAdmin addChargeForAdmin voidChargeForAdmin addCreditForAdmin reverseCreditForAdmin"],
  [administered, "rent", "keepDepositForAdmin setPaymentLeaseForAdmin"],

  [nothing, "account", "close"],
  [everything, "account", "handOver"],
  [["autopay", "rent.mine"], "autopay", "prepare sign skip pause stop"],
  [[...paying, "merchant"], "disputes", "file cancel reopen update comment"],
  [wallet, "exchange", "initiateAuth createWallet retryVerification clearVerification clearConnection"],
  [letting, "invitations", "invite inviteToLease resend takeBack"],
  [everything, "invitations", "follow accept"],
  [nothing, "invitations", "renew"],

  [nothing, "merchant", "signUp"],
  [everything, "merchant", "register"],
  [["merchant"], "merchant", "acknowledge"],
  [business, "merchant", "editBusiness update setPayoutWallet signPayeeCard stopPayoutChange"],
  [nothing, "merchant", "sendReceipt"],
  [receiving, "merchant", "creditTenant undoTenantCredit"],
  [receiving, "merchant", "attachTransfer setTransferAside restoreTransfer confirmClaim refuseClaim"],
  [receiving, "merchant", "sendBackTransfer refundDispute refundPayment giveBack askPayer sendRefund cancelRefund"],
  [[...receiving, "wallet"], "merchant", "proveRefundWallet"],

  [paying, "payments", "payBill createCheckout cancel topUp giveUpTopUp topUpAtCheckout recheck recordSuccess"],
  [paying, "payments", "claim withdrawClaim buy buyAtCheckout authorize"],
  [["payments.get"], "payments", "openCheckout"],
  [["records"], "records", "create withdraw"],
  [[...paying, "wallet"], "refunds", "nameWallet"],

  [everything, "rent", "join"],
  [nothing, "rent", "checkCharges"],
  [letting, "rent", "addProperty addUnit changeProperty renameUnit removeUnit closeMonth reopenMonth setReminderRule"],
  [letting, "rent", "createLease changeLease endLease renewLease undoLease addTenant changeTenant moveTenantOut"],
  [letting, "rent", "chargeMany creditMany renewMany remindMany"],
  [letting, "rent", "setPartPayments signTerms remind addCharge addCharges voidCharge addCredit reverseCredit keepDeposit"],
  [[...letting, "disputes"], "rent", "setPaymentLease"],
  [["requests", "merchant", "account"], "requests", "create withdraw remind"],

  [nothing, "staff", "accept"],
  [["staff", "merchant", ...own], "staff", "invite changeRole remove"],
  [everything, "staff", "join"],

  [nothing, "passkeyWallet", "begin beginSignUp signUp beginSignIn signIn beginProof stepUp"],
  [[...wallet, "passkeyWallet"], "passkeyWallet", "create reuse remove"],
  [["passkeyWallet", ...own], "passkeyWallet", "addPasskey renamePasskey removePasskey recordUse"],
  [["passkeyWallet", "wallet.balance", ...own], "passkeyWallet", "send"],
  [own, "passkeyWallet", "beginExport"],

  [nothing, "wallet", "challenge"],
  [wallet, "wallet", "prove update saveSmart"],
];

const changes = new Map<string, readonly string[]>(
  table.flatMap(([queries, noun, mutations]) => mutations.split(" ").map((name) => [`${noun}.${name}`, queries] as const)),
);

/** Paths of all mutations in the table. */
export const changingCalls: readonly string[] = [...changes.keys()];

/** Returns the routers and queries whose answers a mutation can change for its caller, or undefined for a mutation that is not listed. */
export function changedBy(mutation: string): readonly string[] | undefined {
  return changes.get(mutation);
}

/** True if a mutation can change the answer of a query. */
export function isChangedBy(mutation: string, query: string): boolean {
  return (changes.get(mutation) ?? []).some((part) => query === part || query.startsWith(`${part}.`));
}
