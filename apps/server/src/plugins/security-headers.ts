import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import helmet, { type HelmetOptions } from "helmet";
import type { Env } from "../env.ts";

/** The hosts of Base Account (the smart wallet in the payer's browser), for its calls and its frame. */
const baseAccount = {
  connect: ["https://keys.coinbase.com", "https://rpc.wallet.coinbase.com", "https://chain-proxy.wallet.coinbase.com"],
  frame: ["https://keys.coinbase.com"],
};

/** Features that no page of Hearth uses. */
const permissionsPolicy = "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()";

/** Headers of the answer to a malformed request, which no hook sees. */
export const brokenRequestHeaders = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "permissions-policy": permissionsPolicy,
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

/**
 * Sets the security headers on every answer, including errors. Tokens are in local storage, so the content policy is strict: own scripts
 * and styles only, no framing. The only inline script is the one in the built page, allowed by its hash (`serveWebFiles`). Popups keep their
 * opener, because wallets answer through it. Checkout URLs are secrets, so no referrer is sent. Answers are not cached unless a plugin says
 * otherwise.
 */
export function setSecurityHeaders(app: FastifyInstance, env: Env): void {
  const headers = headersOf(optionsFor(env), env);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("x-request-id", request.id);
    done();
  });
}

/** Computes the common headers once: doing it for each answer takes as long as reading its session. */
function headersOf(options: HelmetOptions, env: Env): OutgoingHttpHeaders {
  const answer = new ServerResponse(new IncomingMessage(new Socket()));
  helmet(options)(answer.req, answer, () => {});
  return { ...answer.getHeaders(), "cache-control": "no-store", "permissions-policy": permissionsFor(env) };
}

/** Allows passkeys to the own pages and to the wallet's page in a frame. */
function permissionsFor({ walletOrigin }: Env): string {
  if (walletOrigin === null) return permissionsPolicy;
  const pages = `(self "${walletOrigin}")`;
  return `${permissionsPolicy}, publickey-credentials-create=${pages}, publickey-credentials-get=${pages}`;
}

function optionsFor(env: Env): HelmetOptions {
  const isHttps = env.publicOrigin.startsWith("https:");
  const providers = [env.browserRpcUrl, env.faucetUrl].flatMap((url) => (url === null ? [] : [new URL(url).origin]));
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", "data:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...providers, ...baseAccount.connect],
        frameSrc: [...baseAccount.frame, ...(env.walletOrigin === null ? [] : [env.walletOrigin])],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
      },
    },
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
    crossOriginResourcePolicy: { policy: "same-origin" },
    referrerPolicy: { policy: "no-referrer" },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    xFrameOptions: { action: "deny" },
  };
}
