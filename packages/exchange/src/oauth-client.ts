import * as oauth from "oauth4webapi";
import { defaultTimeoutMs } from "./http.ts";
import { type ExchangeAccountProvider, type ExchangeTokens, ProviderRefused, ProviderUnavailable } from "./provider.ts";
import { scopes } from "./wire.ts";

/** The exchange's sign-in and our client there. */
export interface OauthConfig {
  /** `https://login.coinbase.com`; people's browsers go there too. */
  loginUrl: string;
  clientId: string;
  clientSecret: string;
  /** Timeout of each call. */
  timeoutMs?: number;
}

type OauthCalls = Pick<ExchangeAccountProvider, "startLink" | "finishLink" | "refresh" | "revoke">;

/** Creates the calls of the exchange's OAuth 2: authorization code with PKCE S256. The exchange requires a client secret as well. */
export function createOauthClient({ loginUrl, clientId, clientSecret, timeoutMs = defaultTimeoutMs }: OauthConfig): OauthCalls {
  const server: oauth.AuthorizationServer = {
    issuer: new URL(loginUrl).origin,
    authorization_endpoint: new URL("/oauth2/auth", loginUrl).href,
    token_endpoint: new URL("/oauth2/token", loginUrl).href,
    revocation_endpoint: new URL("/oauth2/revoke", loginUrl).href,
  };
  const client: oauth.Client = { client_id: clientId };
  const authenticate = oauth.ClientSecretPost(clientSecret);
  const options = () => ({
    signal: AbortSignal.timeout(timeoutMs),
    [oauth.allowInsecureRequests]: new URL(loginUrl).protocol === "http:",
  });
  return {
    startLink: async (attempt) => {
      const url = new URL("/oauth2/auth", loginUrl);
      url.search = new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        redirect_uri: attempt.redirectUri,
        scope: scopes.join(","),
        state: attempt.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: "S256",
        ...(attempt.isSignUp && { layout: "signup" }),
      }).toString();
      return { redirectUrl: url.href };
    },
    finishLink: ({ code, state, codeVerifier, redirectUri }) =>
      translateErrors(async () => {
        const params = oauth.validateAuthResponse(server, client, new URLSearchParams({ code, state }), state);
        const answer = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          authenticate,
          params,
          redirectUri,
          codeVerifier,
          options(),
        );
        return tokensOf(await oauth.processAuthorizationCodeResponse(server, client, answer));
      }),
    refresh: (refreshToken) =>
      translateErrors(async () => {
        const answer = await oauth.refreshTokenGrantRequest(server, client, authenticate, refreshToken, options());
        return tokensOf(await oauth.processRefreshTokenResponse(server, client, answer));
      }),
    revoke: (token) =>
      translateErrors(async () =>
        oauth.processRevocationResponse(await oauth.revocationRequest(server, client, authenticate, token, options())),
      ),
  };
}

/** Reads the granted scopes, separated by spaces (the standard) or by commas (this exchange). */
function tokensOf(answer: oauth.TokenEndpointResponse): ExchangeTokens {
  const granted = answer.scope === undefined ? [...scopes] : answer.scope.split(/[\s,]+/).filter((scope) => scope !== "");
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    scopes: granted,
    expiresInSeconds: answer.expires_in ?? 3_600,
  };
}

/** Translates the library's failures. Errors caused by the person or their token become ProviderRefused, all others ProviderUnavailable. */
async function translateErrors<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    const isRefusal = cause instanceof oauth.ResponseBodyError && ["invalid_grant", "access_denied"].includes(cause.error);
    if (isRefusal) throw new ProviderRefused(`The exchange answered ${cause.error}`, cause.status, { cause });
    throw new ProviderUnavailable("The exchange's sign-in sent an invalid response", { cause });
  }
}
