import * as oauth from "oauth4webapi";
import { usualTimeoutMs } from "./http.ts";
import { type ExchangeAccountProvider, type ExchangeTokens, ProviderRefused, ProviderUnavailable } from "./provider.ts";
import { scopes } from "./wire.ts";

/** The exchange's sign-in, and who we are there. */
export interface OauthConfig {
  /** `https://login.coinbase.com`; people's browsers go there too. */
  loginUrl: string;
  clientId: string;
  clientSecret: string;
  /** How long to wait for an answer. */
  timeoutMs?: number;
}

type OauthCalls = Pick<ExchangeAccountProvider, "startLink" | "finishLink" | "refresh" | "revoke">;

/** The exchange's OAuth 2: authorization code with PKCE S256, and a secret besides, which it asks for all the same. */
export function createOauthClient({ loginUrl, clientId, clientSecret, timeoutMs = usualTimeoutMs }: OauthConfig): OauthCalls {
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
      told(async () => {
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
      told(async () => {
        const answer = await oauth.refreshTokenGrantRequest(server, client, authenticate, refreshToken, options());
        return tokensOf(await oauth.processRefreshTokenResponse(server, client, answer));
      }),
    revoke: (token) =>
      told(async () => oauth.processRevocationResponse(await oauth.revocationRequest(server, client, authenticate, token, options()))),
  };
}

/** Scopes come parted by spaces, as the standard says, or by commas, as this exchange writes them. */
function tokensOf(answer: oauth.TokenEndpointResponse): ExchangeTokens {
  const granted = answer.scope === undefined ? [...scopes] : answer.scope.split(/[\s,]+/).filter((scope) => scope !== "");
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    scopes: granted,
    expiresInSeconds: answer.expires_in ?? 3_600,
  };
}

/** Says the library's failures in the port's words. What the person or their token caused is a refusal, everything else is trouble. */
async function told<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    const isRefusal = cause instanceof oauth.ResponseBodyError && ["invalid_grant", "access_denied"].includes(cause.error);
    if (isRefusal) throw new ProviderRefused(`The exchange answered ${cause.error}`, cause.status, { cause });
    throw new ProviderUnavailable("The exchange's sign-in does not answer as it should", { cause });
  }
}
