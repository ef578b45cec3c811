/** The status that a mutation needs of the business that its caller owns or works for. */
export type BusinessRule =
  /** Refused with BUSINESS_SUSPENDED while the business is suspended. */
  | "notSuspended"
  /** Any status, for a reason. */
  | { any: string };

/** The people who may not know the business and whom a mutation mails at addresses that its caller names. */
export type StrangersRule =
  /** Nobody. People with an account are notified by their own settings. */
  | "nobody"
  /** Invited people. Refused with EMAIL_UNCONFIRMED unless the caller's own email is confirmed. */
  | "invited"
  /** People asked for money. Like `invited`, and refused with MERCHANT_WALLET_MISSING for a business without a payout wallet. */
  | "askedToPay"
  /** Tenants whom a lease names. The service mails nobody unless the caller's own email is confirmed, and refuses nothing. */
  | "namedTenants";

const inEveryStatus = (reason: string): { business: BusinessRule } => ({ business: { any: reason } });

/** Metadata of mutations that a suspended business may call, by reason. A suspended business answers its disputes and refunds. */
export const whileSuspended = {
  answersDisputes: inEveryStatus("It answers a dispute"),
  refunds: inEveryStatus("It gives money back to a payer, or prepares it"),
  writesNothing: inEveryStatus("It checks its input, and writes nothing"),
};

/** The defaults of the policies whose callers act for no business of their own. */
export const noBusiness = {
  public: inEveryStatus("It has no caller, and acts for no business"),
  user: inEveryStatus("It changes the caller's own account, or what they pay"),
  admin: inEveryStatus("Administrators also act for suspended businesses"),
};
