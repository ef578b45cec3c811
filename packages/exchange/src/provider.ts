/** What an authorization at the exchange gave: secrets that never leave the server. */
export interface ExchangeTokens {
  accessToken: string;
  /** Good for one refresh; null where the person did not grant staying connected. */
  refreshToken: string | null;
  /** What the person granted, which may be less than was asked for. */
  scopes: string[];
  expiresInSeconds: number;
}

/** One authorization from its start to its end. */
export interface LinkAttempt {
  /** Comes back with the person, once. */
  state: string;
  /** PKCE's secret half; it stays on the server. */
  codeVerifier: string;
  redirectUri: string;
}

/**
 * An exchange where people have accounts. Both ways that the real one has of linking an account fit: the plain authorization page with its
 * token call, and sessions that are made and confirmed by the server.
 *
 * Every call throws ProviderUnavailable when the exchange is away or answers nonsense, and ProviderRefused when it says no.
 */
export interface ExchangeAccountProvider {
  /** Where the person goes to say yes; `isSignUp` begins with making an account there. */
  startLink(attempt: LinkAttempt & { isSignUp: boolean }): Promise<{ redirectUrl: string }>;
  finishLink(attempt: LinkAttempt & { code: string }): Promise<ExchangeTokens>;
  /** Uses the refresh token up: whatever happens to the answer, the old one is spent. */
  refresh(refreshToken: string): Promise<ExchangeTokens>;
  /** The exchange's own id of the account that granted the token. */
  externalUserId(accessToken: string): Promise<string>;
  /** Where the account receives USDC on Base, made when there is none yet; null where it holds no USDC account. */
  usdcAddress(accessToken: string): Promise<string | null>;
  hasBankAccount(accessToken: string): Promise<boolean>;
  revoke(token: string): Promise<void>;
}

/** One purchase of USDC for somebody's wallet. */
export interface OnrampOrder {
  destination: string;
  /** What arrives, in dollars with two decimals; the provider's fees come on top. */
  usdcAmount: string;
  /** Fresh for each attempt and shorter than 50 characters: the only name under which its outcome can be asked for. */
  userRef: string;
  clientIp: string;
  redirectUrl: string;
}

export type OnrampState = "pending" | "succeeded" | "failed";

/** What the provider says of a purchase. A claim and never a proof: only the chain shows money. */
export interface OnrampTransaction {
  id: string;
  state: OnrampState;
  txHash: `0x${string}` | null;
  destination: string | null;
}

/** Where people buy USDC with a card or from a bank. Throws as ExchangeAccountProvider does. */
export interface OnrampProvider {
  createSession(order: OnrampOrder): Promise<{ url: string }>;
  /** Newest first; empty while nobody has paid. */
  transactions(userRef: string): Promise<OnrampTransaction[]>;
}

/** The provider is away, too slow, or answers what nobody understands; it is worth trying again. */
export class ProviderUnavailable extends Error {
  override name = "ProviderUnavailable";
}

/** The provider understood and said no: a spent code, a dead token, a scope that was not granted. */
export class ProviderRefused extends Error {
  override name = "ProviderRefused";
  readonly status: number;

  constructor(message: string, status: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}
