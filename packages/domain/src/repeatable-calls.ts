/** Mutations that take an idempotency key, by path. */
const keyed =
  /^(autopay|disputes|records|refunds|requests)\.|^rent\.(?!join$|changeProperty$|renameUnit$|removeUnit$|closeMonth$|reopenMonth$|setReminderRule$|checkCharges$)|^payments\.(?!buy|recheck$|recordSuccess$|withdrawClaim$|openCheckout$)|^(admin|merchant)\.(attachTransfer|confirmClaim|refuseClaim|creditTenant)$|^merchant\.(undoTenantCredit|sendBackTransfer|refundDispute|refundPayment|giveBack|askPayer|proveRefundWallet|setPayoutWallet)$|^auth\.completeEnrollment$/;

/** True if the server runs a mutation at most once for each idempotency key, so that it can be sent again after a lost answer. */
export function isRepeatable(path: string): boolean {
  return keyed.test(path);
}

/** Mutations that only sign in, check or ask: without an answer they can simply be tried again. */
const harmless =
  /^(auth|admin)\.(login|logout|begin\w+|signIn\w+|stepUp\w*|completeFirstSignIn|forgotPassword|resendEmailConfirmation|markNotificationsRead)$|^payments\.(recheck|recordSuccess|openCheckout)$|^operations\.(recheck|reconcile)$|^rent\.checkCharges$|^wallet\.challenge$|^passkeyWallet\.(begin(SignUp|SignIn|Proof)?|signIn|stepUp|recordUse)$|^merchant\.acknowledge$|^autopay\.prepare$/;

/** True if doing a mutation twice, or not at all, makes no difference to anybody. */
export function isHarmless(path: string): boolean {
  return harmless.test(path);
}
