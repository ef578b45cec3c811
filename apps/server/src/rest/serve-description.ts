import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { networkOf } from "../network-of.ts";

/** How long a reader need not ask again. */
const cacheSeconds = 300;

/** Answers a description that never changes while the server runs: written once, kept by who has read it, and so many times a minute for each network. */
export function serveDescription(app: FastifyInstance, deps: Deps, path: string, description: object): void {
  const body = JSON.stringify(description);
  const etag = `W/"${createHash("sha256").update(body).digest("base64url")}"`;
  app.get(path, (request, reply) => {
    deps.rateLimits.take("description", networkOf(request.ip));
    reply.headers({ "cache-control": `public, max-age=${cacheSeconds}`, etag });
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("application/json; charset=utf-8").send(body);
  });
}
