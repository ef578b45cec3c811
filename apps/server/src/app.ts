import { randomUUID } from "node:crypto";
import { constants } from "node:zlib";
import cookie from "@fastify/cookie";
import compress from "@fastify/compress";
import Fastify, { type FastifyInstance, LogController } from "fastify";
import type { Deps } from "./deps.ts";
import { bodyLimitBytes } from "./long-bodies.ts";
import { answerBrokenRequest } from "./plugins/broken-requests.ts";
import { findCheckoutOpening } from "./plugins/checkout-opening.ts";
import { closeConnections } from "./plugins/close-connections.ts";
import { answerFailures, answerMissing, sendFailure } from "./plugins/errors.ts";
import { answerHealth } from "./plugins/health.ts";
import { shedLoad } from "./plugins/load-shedding.ts";
import { exposeMetrics } from "./plugins/metrics.ts";
import { logRequests } from "./plugins/request-log.ts";
import { brokenRequestHeaders, setSecurityHeaders } from "./plugins/security-headers.ts";
import { publishRecordKeys } from "./plugins/record-keys.ts";
import { serveOnrampWebhook } from "./plugins/onramp-webhook.ts";
import { serveUnsubscribe } from "./plugins/unsubscribe.ts";
import { serveWalletPage } from "./plugins/wallet-page.ts";
import { serveWebFiles } from "./plugins/web-files.ts";
import { mountRest } from "./rest/mount.ts";
import type { Tracing } from "./tracing.ts";
import { mountTrpc } from "./trpc/mount.ts";

/** Builds the HTTP server: both interfaces, the web app and the probes; for a worker the probes only. The caller starts listening. */
export async function buildApp(deps: Deps, { tracing = null }: { tracing?: Tracing | null } = {}): Promise<FastifyInstance> {
  const app = createServer(deps);
  await tracing?.watch(app);
  app.removeContentTypeParser("text/plain");
  answerFailures(app);
  setSecurityHeaders(app, deps.env);
  logRequests(app, deps);
  const walletHash = deps.env.isWeb ? await serveWalletPage(app, deps.env) : null;
  closeConnections(app, deps);
  answerHealth(app, deps);
  exposeMetrics(app, deps);
  if (!deps.env.isWeb || deps.env.webDist === null) answerMissing(app);
  else await serveWebFiles(app, deps.env.webDist, { ...deps.env, walletHash, findOpening: (path) => findCheckoutOpening(deps, path) });
  if (!deps.env.isWeb) return app;
  await app.register(async (interfaces) => {
    await shedLoad(interfaces, deps.env);
    await compressAnswers(interfaces);
    await interfaces.register(cookie);
    await interfaces.register((scope) => mountTrpc(scope, deps));
    publishRecordKeys(interfaces);
    await interfaces.register((scope) => serveOnrampWebhook(scope, deps));
    await interfaces.register((scope) => serveUnsubscribe(scope, deps));
    await interfaces.register((scope) => mountRest(scope, deps), { prefix: "/api" });
  });
  return app;
}

/**
 * Compresses answers of 1 KiB and more, except live streams, whose lines must be sent one by one. Request bodies are never decompressed.
 */
async function compressAnswers(app: FastifyInstance): Promise<void> {
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
  await app.register(compress, { globalDecompression: false, encodings: ["br", "gzip"], brotliOptions });
}

function createServer(deps: Deps): FastifyInstance {
  return Fastify({
    loggerInstance: deps.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: bodyLimitBytes,
    requestTimeout: 30_000,
    http: { headersTimeout: 15_000 },
    trustProxy: (_address: string, hop: number) => hop < deps.env.trustProxyHops,
    routerOptions: { maxParamLength: 5_000, ignoreTrailingSlash: true },
    clientErrorHandler: answerBrokenRequest,
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply.headers(brokenRequestHeaders)),
  });
}
