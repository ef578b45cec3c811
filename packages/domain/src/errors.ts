import { keysOf } from "./keys-of.ts";
import { limits } from "./limits.ts";
import { sayWhen } from "./retry-words.ts";

/** Every expected failure: its HTTP status and its message in the user's words. */
const catalogue = {
  VALIDATION: { status: 400, message: "Please check the highlighted fields" },
  UNAUTHENTICATED: { status: 401, message: "Please sign in" },
  INVALID_CREDENTIALS: { status: 401, message: "Invalid email or password" },
  SECOND_FACTOR_REQUIRED: { status: 401, message: "Please enter the code of your authenticator app" },
  SECOND_FACTOR_INVALID: { status: 401, message: "This code is wrong or was already used. Please enter the newest one." },
  SECOND_FACTOR_SETUP_NEEDED: { status: 401, message: "Administrators need two-step sign-in. Please set it up to continue." },
  FIRST_PASSWORD_REPLACEMENT_NEEDED: {
    status: 401,
    message: "Someone else gave you this password. Please choose your own where you sign in.",
  },
  PASSKEY_REQUIRED: { status: 401, message: "Please use your passkey, or enter a recovery code" },
  STEP_UP_REQUIRED: { status: 403, message: "Please confirm that it is you, and then try again" },
  BUSINESS_SUSPENDED: {
    status: 403,
    message:
      "Your business is suspended. You can read everything, and answer disputes and refunds. For anything else, please contact support.",
  },
  EMAIL_UNCONFIRMED: { status: 403, message: "Please confirm your own email first. Your dashboard can send you the link again." },
  FORBIDDEN: { status: 403, message: "You do not have access to this" },
  ACCOUNT_INACTIVE: { status: 403, message: "This account is inactive. Please contact support." },
  ACCOUNT_SUSPENDED: { status: 403, message: "This account is suspended. Please contact support." },
  NOT_FOUND: { status: 404, message: "Not found" },
  WALLET_SETUP_NEEDED: { status: 404, message: "Wallet setup is needed" },
  METHOD_NOT_ALLOWED: { status: 405, message: "This method is not allowed here" },
  EMAIL_ALREADY_USED: { status: 409, message: "An account with this email already exists" },
  WALLET_ALREADY_USED: { status: 409, message: "This wallet address is already used by another account" },
  PAYEE_MISMATCH: { status: 409, message: "The payee does not match the merchant you are enrolled with" },
  IDEMPOTENCY_KEY_REUSED: { status: 409, message: "This request was already made with different content" },
  PAYMENT_NOT_PENDING: { status: 409, message: "This payment is no longer pending" },
  PAYMENT_ON_CHAIN: { status: 409, message: "Your transfer was already seen on the network, so this payment can no longer be cancelled" },
  CONFLICT: { status: 409, message: "Someone else changed this at the same moment. Please try again." },
  AUTHORIZATION_USED: {
    status: 409,
    message:
      "You have already signed this payment, and that signature was used or cancelled. Please wait for its status before you pay again.",
  },
  EXCHANGE_ACCOUNT_USED: { status: 409, message: "This Coinbase account is already linked to another account" },
  REFUND_DESTINATION_UNKNOWN: { status: 409, message: "The payer has to choose a wallet first. Please ask them." },
  REFUND_WALLET_NEEDED: {
    status: 409,
    message:
      "You are paid at an exchange, which sends from wallets of its own, so a refund from there would not count. Prove a wallet to refund from first.",
  },
  DISPUTE_ALREADY_OPEN: { status: 409, message: "This payment already has an open dispute" },
  DISPUTE_NOT_OPEN: { status: 409, message: "This dispute is no longer open" },
  DISPUTE_NOT_CANCELLED: { status: 409, message: "Only a cancelled dispute can be reopened" },
  PAYLOAD_TOO_LARGE: { status: 413, message: "This request is too large" },
  DOCUMENT_TOO_LARGE: { status: 413, message: "A document can be at most 5MB" },
  TOO_MANY_DOCUMENTS: { status: 413, message: "Please attach at most 10 documents" },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: "Please send JSON" },
  DOCUMENT_TYPE_REFUSED: { status: 415, message: "A document must be a PDF, JPG, PNG, DOC or DOCX file" },
  DOCUMENT_DANGEROUS: { status: 422, message: "This document could harm the people who open it" },
  ENROLLMENT_REQUIRED: { status: 422, message: "Please enroll with a merchant first" },
  MERCHANT_UNAVAILABLE: { status: 422, message: "This merchant is not accepting payments at the moment" },
  MERCHANT_WALLET_MISSING: { status: 422, message: "This merchant has not set up their wallet address yet" },
  PAYEE_BLACKLISTED: { status: 422, message: "The merchant's wallet cannot receive USDC at the moment. Please contact the merchant." },
  PAYEE_NOT_ON_CARD: {
    status: 422,
    message:
      "The payout wallet of this business is not the one on its signed payee card, so no payment is sent. We have been alerted. Please do not pay another way before you have called them.",
  },
  PAYEE_CARD_WAITS: { status: 422, message: "This business has changed its payout wallet. Payments to it start again in a few days." },
  CHECKOUT_ENDED: { status: 422, message: "This checkout has ended" },
  TOO_MANY_CHECKOUTS: {
    status: 422,
    message: `You have ${limits.openCheckoutsPerPayer} open checkouts. Please pay or cancel one of them, or wait until one has ended.`,
  },
  AUTHORIZATION_INVALID: { status: 422, message: "The signature does not match this payment. Please sign again." },
  AUTHORIZATION_EXPIRED: { status: 422, message: "The signature has expired. Please sign again." },
  INSUFFICIENT_FUNDS: { status: 422, message: "Your wallet does not hold enough USDC for this payment" },
  PAYER_BLACKLISTED: { status: 422, message: "This wallet cannot send USDC" },
  WRONG_PASSWORD: { status: 422, message: "Current password is incorrect" },
  WRONG_CODE: { status: 422, message: "This code is wrong or was already used. Please enter the newest one." },
  SECOND_FACTOR_EXPIRED: { status: 422, message: "This took too long. Please start again." },
  SECOND_FACTOR_MANDATORY: { status: 422, message: "Administrators need two-step sign-in here, so the last one stays" },
  PASSKEY_INVALID: { status: 422, message: "This passkey is not known here, or it took too long. Please try again." },
  TOO_MANY_PASSKEYS: { status: 422, message: `You have ${limits.passkeysPerAccount} passkeys. Please remove one first.` },
  OWN_STATUS: { status: 422, message: "You cannot change the status of your own account" },
  LAST_ADMIN: { status: 422, message: "This is the last active administrator" },
  TOKEN_PAUSED: { status: 422, message: "USDC transfers are paused at the moment. Please try again later." },
  DISPUTE_NOT_ALLOWED: { status: 422, message: "This payment cannot be disputed" },
  DISPUTE_AMOUNT_TOO_LARGE: {
    status: 422,
    message: "The disputed amount can be at most the part of the payment that has not been refunded",
  },
  CHARGEBACK_TOO_LARGE: {
    status: 422,
    message: "The chargeback can be at most the disputed amount and the part of the payment that has not been refunded",
  },
  WALLET_PROOF_INVALID: { status: 422, message: "The signature could not be verified. Please try again." },
  WALLET_PROOF_EXPIRED: { status: 422, message: "This request to sign has expired. Please try again." },
  PASSKEY_WALLET_OFF: { status: 422, message: "Passkey wallets are not available here. Please connect a wallet." },
  PAYOUT_WALLET_AT_RISK: {
    status: 422,
    message:
      "One passkey on one device opens this wallet, so a lost device could lose your rents. Add a passkey on a second device first, then use this wallet.",
  },
  EXCHANGE_OFF: { status: 422, message: "Linking a Coinbase account is not available here. Please connect a wallet." },
  ONRAMP_OFF: { status: 422, message: "Paying by card or bank is not available here. Please use a wallet." },
  LINK_EXPIRED: { status: 422, message: "This authorization has expired or was already used. Please try again." },
  MAIL_LINK_INVALID: { status: 422, message: "This link was already used or is too old. Please ask for a new one." },
  LINK_DENIED: { status: 422, message: "You did not allow access to your Coinbase account" },
  LINK_REFUSED: { status: 422, message: "Coinbase refused the authorization. Please try again." },
  LINK_INCOMPLETE: { status: 422, message: "Please allow everything that is asked for, so that your wallet can be found" },
  EXCHANGE_WALLET_MISSING: { status: 422, message: "Your Coinbase account has no USDC wallet yet" },
  EXCHANGE_DISCONNECTED: { status: 422, message: "Your Coinbase account is no longer connected. Please link it again." },
  RATE_LIMITED: { status: 429, message: "Too many attempts. Please wait a moment and try again." },
  INTERNAL: { status: 500, message: "Something went wrong on our side" },
  RELAY_UNAVAILABLE: { status: 503, message: "Paying without a network fee is not available at the moment. Please send from your wallet." },
  RELAY_BUSY: { status: 503, message: "Too many payments are waiting to be sent. Please send from your wallet." },
  DOCUMENTS_UNCHECKED: { status: 503, message: "Documents cannot be checked at the moment. Please try again shortly." },
  CHAIN_UNAVAILABLE: { status: 503, message: "The network cannot be reached at the moment. Please try again." },
  EXCHANGE_UNAVAILABLE: { status: 503, message: "Coinbase cannot be reached at the moment. Please try again." },
  ONRAMP_UNAVAILABLE: { status: 503, message: "Paying by card or bank cannot be started at the moment. Please try again." },
  UNAVAILABLE: { status: 503, message: "Our records cannot be reached at the moment. Please try again shortly." },
  OVERLOADED: { status: 503, message: "We are busy at the moment. Please try again shortly." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof catalogue;

export const errorCodes = keysOf(catalogue);

/** The HTTP status of an error code. Statuses from 500 are Hearth's own fault and are logged as errors. */
export function errorStatus(code: ErrorCode): number {
  return catalogue[code].status;
}

/** The public message of an error code. */
export function errorMessage(code: ErrorCode): string {
  return catalogue[code].message;
}

/** True if the value is a code of the catalogue. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(catalogue, code);
}

/** Details of a failure beyond its code. */
export interface HearthErrorOptions {
  /** Replaces the catalogue's message. Public as well. */
  message?: string;
  fields?: Record<string, string>;
  /** Seconds until a retry makes sense. The message names them. */
  retryAfterSeconds?: number;
  cause?: unknown;
}

/** An expected failure. Use cases throw it; both interfaces answer with the catalogue's status. */
export class HearthError extends Error {
  readonly code: ErrorCode;
  /** Messages by field, for validation errors. */
  readonly fields: Record<string, string> | undefined;
  /** Seconds until a retry makes sense, for rate limits. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: HearthErrorOptions = {}) {
    super(sayWhen(options.message ?? catalogue[code].message, options.retryAfterSeconds), { cause: options.cause });
    this.name = "HearthError";
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
