import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { networkOf } from "../network-of.ts";

/** The time that clients may cache the description. */
const cacheSeconds = 300;

/** Serves the description, which never changes while the server runs: serialised once, cached by clients, and rate limited by network. */
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
