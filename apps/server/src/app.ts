import { randomUUID } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import type { Deps } from "./deps.ts";
import { mountTrpc } from "./trpc/mount.ts";

/** The whole HTTP server with both doors; it never listens by itself. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    genReqId: () => randomUUID(),
    bodyLimit: 64 * 1024,
    requestTimeout: 30_000,
    http: { headersTimeout: 15_000 },
    trustProxy: (_address: string, hop: number) => hop < deps.env.trustProxyHops,
    routerOptions: { maxParamLength: 5000, ignoreTrailingSlash: true },
  });
  await app.register((scope) => mountTrpc(scope, deps));
  return app;
}
