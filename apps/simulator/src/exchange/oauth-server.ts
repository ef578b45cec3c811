import { generateKeyPairSync, randomBytes } from "node:crypto";
import { scopes } from "@hearth/exchange/wire";
import type { FastifyInstance } from "fastify";
import { Provider } from "oidc-provider";
import { demoCredentials } from "./credentials.ts";
import { isSentinel } from "./people.ts";
import { createTokenStore } from "./token-store.ts";

const hour = 3_600;

const authorizationPath = "/oauth2/auth";

/** The page where a person gives consent. */
export const consentPath = "/exchange/consent";

const localCallback = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?\/[\w/-]*$/;

/** Creates the exchange's sign-in: authorization codes with PKCE S256, one-hour tokens, single-use refresh tokens. */
export function createOauthServer(origin: string): Provider {
  const signingKey = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ format: "jwk" });
  const provider = new Provider(origin, {
    adapter: createTokenStore(),
    clients: [
      {
        client_id: demoCredentials.clientId,
        client_secret: demoCredentials.clientSecret,
        redirect_uris: ["http://localhost:5000/wallet-callback"],
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "client_secret_post",
        id_token_signed_response_alg: "ES256",
      },
    ],
    scopes: [...scopes],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    jwks: { keys: [{ ...signingKey, alg: "ES256", use: "sig" }] },
    cookies: { keys: [randomBytes(32).toString("hex")] },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
    },
    interactions: { url: (_, interaction) => `${consentPath}/${interaction.uid}` },
    routes: { authorization: authorizationPath, token: "/oauth2/token", revocation: "/oauth2/revoke" },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    ttl: {
      AccessToken: (_, token) => (isSentinel(token.accountId, "shortlived") ? 2 : hour),
      AuthorizationCode: 60,
      Grant: 30 * 24 * hour,
      Interaction: hour,
      RefreshToken: 30 * 24 * hour,
      Session: hour,
    },
  });
  provider.use(async (context, next) => {
    await next();
    const person = context.oidc?.route === "token" ? (context.oidc.entities.Account?.accountId ?? "") : "";
    if (isSentinel(person, "tokenaway")) context.status = 503;
    if (isSentinel(person, "tokennonsense")) context.body = "What a lovely day";
  });
  // The product may run on any port of this machine. The real exchange requires registered addresses.
  provider.Client.prototype.redirectUriAllowed = (uri) => localCallback.test(uri);
  return provider;
}

/** Serves the sign-in under /oauth2. */
export async function addOauthServer(app: FastifyInstance, provider: Provider): Promise<void> {
  const answer = provider.callback();
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null)); // the OAuth server reads the body itself
    scope.all("/oauth2/*", async (request, reply) => {
      reply.hijack();
      request.raw.headers.cookie = withoutSession(request.headers.cookie ?? "");
      request.raw.url = adaptAuthorizationUrl(request.url);
      await answer(request.raw, reply.raw);
    });
  });
}

/** Removes the session cookie, so that another person can sign in each time without signing out. */
function withoutSession(cookies: string): string {
  return cookies
    .split("; ")
    .filter((cookie) => !cookie.startsWith("_session"))
    .join("; ");
}

/** Adapts the URL to the OAuth server: the real exchange accepts scopes with commas and always asks for consent. */
function adaptAuthorizationUrl(path: string): string {
  const url = new URL(path, "http://simulator");
  if (url.pathname !== authorizationPath) return path;
  url.searchParams.set("scope", (url.searchParams.get("scope") ?? "").replaceAll(",", " "));
  url.searchParams.set("prompt", "login consent");
  url.searchParams.delete("layout");
  return url.pathname + url.search;
}
