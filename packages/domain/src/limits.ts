/** The specification's business constants (first document, section 9). Units are in the names. */
export const limits = {
  /** Days that a first password chosen by somebody else works. */
  firstPasswordDays: 7,
  /** People who work for one business besides its owner, including invited ones. */
  staffPerMerchant: 50,
  /** Days of an account's acts that its owner can undo while choosing a new password. */
  undoDays: 7,
  /**
   * Mails a day to people who may not know the business: a new business's own, more for each payer that it has, and the most. An approved
   * business has the most at once, for the day on which a large building moves in.
   */
  strangerMails: { newBusiness: 40, perPayer: 20, most: 1_000 },
  /** Units of a new business, and the most of one that has been paid through Hearth or was approved. */
  units: { newBusiness: 1_000, most: 100_000 },
  /** Open challenges to prove a wallet, per account. One more replaces the oldest. */
  openWalletChallenges: 10,
  /** Minutes after a receipt's email in which it is not sent again. */
  receiptAgainMinutes: 10,
  /** Days that an invitation's link works. */
  invitationDays: 14,
  paymentMinCents: 100,
  paymentMaxCents: 1_000_000,
  /** Above this amount the payer reads about bank transfers, and the bank-account check runs. */
  achGuidanceAboveCents: 50_000,
  quickAmountsCents: [5_000, 10_000, 25_000, 50_000, 100_000],
  descriptionMaxLength: 200,
  passwordMinLength: 8,
  /** In bytes, not characters: the longest input that the password hash accepts. */
  passwordMaxBytes: 256,
  /** Live sessions per account. One more ends the least recently used session. */
  sessionsPerAccount: 50,
  /** Time for which an authentication counts as recent, so that step-up is skipped. */
  stepUpSeconds: 600,
  /** Refunds above this amount require step-up authentication. */
  stepUpRefundAboveCents: 50_000,
  /** Time allowed to set up an authenticator app. */
  secondFactorSetupSeconds: 600,
  secondFactorCodeMaxLength: 100,
  recoveryCodes: 10,
  /** Time allowed to answer a passkey challenge. */
  passkeySeconds: 300,
  /** Time allowed to make a passkey of a passkey wallet, with its recovery code written down. */
  walletPasskeySeconds: 1_800,
  passkeysPerAccount: 20,
  /** Time for which a signature that sends money out of a passkey wallet is valid, and the most that is accepted. */
  walletSendSeconds: 900,
  walletSendMaxSeconds: 1_200,
  /** Sends out of a passkey wallet that its owner sees, newest first. */
  walletSendsShown: 20,
  /** Refund wallets that a merchant can ever prove, removed ones included. */
  refundWalletsPerMerchant: 20,
  passkeyNameMaxLength: 60,
  nameMaxLength: 100,
  emailMaxLength: 254,
  addressMaxLength: 400,
  phoneMaxLength: 40,
  apartmentMaxLength: 30,
  reasonMaxLength: 2_000,
  newsletterEmailMaxLength: 256,
  businessNameMaxLength: 120,
  businessDescriptionMaxLength: 1_000,
  searchMaxLength: 200,
  dateFilterMaxLength: 40,
  /** Characters of a dispute's reason and of a merchant's description shown in admin tables. */
  adminReasonLength: 30,
  adminDescriptionLength: 50,
  /** Days shown at first in an admin's view of one user or merchant. */
  adminDetailDays: 30,
  disputeWindowDays: 90,
  /** Days for which an unproven payout wallet is watched after its newest checkout was made. */
  unprovenWatchedDays: 90,
  disputeDocumentMaxBytes: 5 * 1024 * 1024,
  disputeDocumentMaxCount: 10,
  recentPayments: 5,
  checkoutSeconds: 600,
  statusPollSeconds: 5,
  successRedirectSeconds: 2,
  walletSetupRedirectSeconds: 1,
  walletConnectedCountdownSeconds: 10,
  /** Time allowed to give consent at the exchange. */
  exchangeLinkSeconds: 600,
  newsletterMessageSeconds: 3,
  hashPrefixLength: 10,
  mobileMaxWidthPx: 767,
  checkoutPopup: { width: 500, height: 700 },
  walletSignInPopup: { width: 500, height: 700 },
  walletCreationPopup: { width: 600, height: 700 },
  /** A window opened at the exchange is closed after this time. */
  walletWindowSeconds: 600,
  /** Polling interval of a merchant's page while its wallet is pending. */
  merchantWalletPollSeconds: 30,
  /** Time for which a repeated idempotency key returns the first response. */
  idempotencyKeyHours: 24,
  /** Open checkouts per payer, across all amounts and merchants. */
  openCheckoutsPerPayer: 20,
  /** Undecided claims per payer. */
  openClaimsPerPayer: 5,
  /** Claims ever made per payment. */
  claimsPerPayment: 20,
  /** Open charges on a lease above which nobody can add another. Bounds the transaction that allocates money to them. */
  openChargesPerLease: 2_000,
  /** Months and late fees charged when a lease is entered. */
  chargesOnEntry: 1_000,
  listDefault: 100,
  listMax: 500,
} as const;
