/** Tokens from an authorization at the exchange: secrets that never leave the server. */
export interface ExchangeTokens {
  accessToken: string;
  /** Valid for one refresh. Null if the person did not grant offline access. */
  refreshToken: string | null;
  /** The granted scopes, possibly fewer than requested. */
  scopes: string[];
  expiresInSeconds: number;
}

/** One attempt to link an account, from start to end. */
export interface LinkAttempt {
  /** Returned once with the person's redirect. */
  state: string;
  /** PKCE's code verifier. It stays on the server. */
  codeVerifier: string;
  redirectUri: string;
}

/**
 * An exchange where people have accounts. The interface fits both ways in which the real one links accounts: the plain authorization page
 * with its token call, and sessions that the server creates and confirms.
 *
 * Every call throws ProviderUnavailable if the exchange is down or its response is invalid, and ProviderRefused if it refuses.
 */
export interface ExchangeAccountProvider {
  /** Returns the consent page to send the person to. `isSignUp` starts with creating an account there. */
  startLink(attempt: LinkAttempt & { isSignUp: boolean }): Promise<{ redirectUrl: string }>;
  finishLink(attempt: LinkAttempt & { code: string }): Promise<ExchangeTokens>;
  /** Consumes the refresh token. The old one is spent even if the response is lost. */
  refresh(refreshToken: string): Promise<ExchangeTokens>;
  /** Returns the exchange's own id of the account that granted the token. */
  externalUserId(accessToken: string): Promise<string>;
  /** Returns the account's USDC address on Base, creating one if needed. Null if it has no USDC account. */
  usdcAddress(accessToken: string): Promise<string | null>;
  hasBankAccount(accessToken: string): Promise<boolean>;
  revoke(token: string): Promise<void>;
}

/** One purchase of USDC for a person's wallet. */
export interface OnrampOrder {
  destination: string;
  /** The amount that arrives, in dollars with two decimals. The provider's fees are added on top. */
  usdcAmount: string;
  /** The only key for reading the outcome. New for each attempt, and shorter than 50 characters. */
  userRef: string;
  clientIp: string;
  redirectUrl: string;
}

export type OnrampState = "pending" | "succeeded" | "failed";

/** The provider's report of a purchase. It is a claim, not a proof: only the chain proves that money arrived. */
export interface OnrampTransaction {
  id: string;
  state: OnrampState;
  txHash: `0x${string}` | null;
  destination: string | null;
}

/** A service where people buy USDC by card or bank. Throws like ExchangeAccountProvider. */
export interface OnrampProvider {
  createSession(order: OnrampOrder): Promise<{ url: string }>;
  /** Newest first. Empty until somebody has paid. */
  transactions(userRef: string): Promise<OnrampTransaction[]>;
}

/** The provider is down, too slow, or sends an invalid response. A retry may succeed. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

/** The provider refused: a spent code, a dead token, or a missing scope. */
export class ProviderRefused extends Error {
  override name = "ProviderRefused";
  readonly status: number;

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
