/** The specification's business constants (first document, section 9), once, with their units in their names. */
export const limits = {
  /** People who work for one business beside its owner, invited ones among them. */
  firstPasswordDays: 7,
  staffPerMerchant: 50,
  /** How long an invitation's link works. */
  invitationDays: 14,
  paymentMinCents: 100,
  paymentMaxCents: 1_000_000,
  /** Above this amount the payer is told about bank transfers, and the bank-account check runs. */
  achGuidanceAboveCents: 50_000,
  quickAmountsCents: [5_000, 10_000, 25_000, 50_000, 100_000],
  descriptionMaxLength: 200,
  passwordMinLength: 8,
  /** Bytes, not characters: what the password hash is willing to read. */
  passwordMaxBytes: 256,
  /** Of an account, the sessions that live at once; one more ends the one that was used longest ago. */
  sessionsPerAccount: 50,
  /** So long after somebody has shown who they are, they are not asked again. */
  stepUpSeconds: 600,
  /** Refunds above this amount ask for it. */
  stepUpRefundAboveCents: 50_000,
  /** How long a person may take to set up an authenticator app. */
  secondFactorSetupSeconds: 600,
  secondFactorCodeMaxLength: 100,
  recoveryCodes: 10,
  /** How long somebody may take to answer with a passkey. */
  passkeySeconds: 300,
  passkeysPerAccount: 20,
  /** The wallets that a merchant may ever prove to refund from. */
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
  /** How much of a dispute's reason and of a merchant's description the admin's tables show. */
  adminReasonLength: 30,
  adminDescriptionLength: 50,
  /** The days that an admin's view of one user or merchant begins with. */
  adminDetailDays: 30,
  disputeWindowDays: 90,
  /** So long after the newest checkout for it was made, a payout wallet that nobody has proven is read. */
  unprovenWatchedDays: 90,
  disputeDocumentMaxBytes: 5 * 1024 * 1024,
  disputeDocumentMaxCount: 10,
  recentPayments: 5,
  checkoutSeconds: 600,
  statusPollSeconds: 5,
  successRedirectSeconds: 2,
  walletSetupRedirectSeconds: 1,
  walletConnectedCountdownSeconds: 10,
  /** How long a person may take at the exchange to say yes. */
  exchangeLinkSeconds: 600,
  newsletterMessageSeconds: 3,
  hashPrefixLength: 10,
  mobileMaxWidthPx: 767,
  checkoutPopup: { width: 500, height: 700 },
  walletSignInPopup: { width: 500, height: 700 },
  walletCreationPopup: { width: 600, height: 700 },
  /** After this long a window that was opened at the exchange is closed. */
  walletWindowSeconds: 600,
  /** How often a merchant's page asks whether a pending wallet is there. */
  merchantWalletPollSeconds: 30,
  /** An idempotency key answers a repeat with the first answer for this long. */
  idempotencyKeyHours: 24,
  /** Checkouts that one payer may have open at once, of all amounts and merchants. */
  openCheckoutsPerPayer: 20,
  /** What a payer claims to have paid and nobody has decided about. */
  openClaimsPerPayer: 5,
  /** Claims that were ever made for one payment. */
  claimsPerPayment: 20,
  /** Charges that may be open on a lease for a person to add another, so that putting money to them takes one transaction of bounded size. */
  openChargesPerLease: 2_000,
  /** Months and their late fees that are charged as a lease is entered. */
  chargesOnEntry: 1_000,
  listDefault: 100,
  listMax: 500,
} as const;
