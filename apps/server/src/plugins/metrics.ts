import { createHash, timingSafeEqual } from "node:crypto";
import { HearthError } from "@hearth/domain/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { createOperatingGauges } from "./operating-gauges.ts";

/** Figures for Prometheus, told to whoever holds the token, and without one configured to this machine; to anybody else the page does not exist. */
export function exposeMetrics(app: FastifyInstance, deps: Deps): void {
  const { registry } = deps.metrics;
  const { metricsToken } = deps.env;
  const gauges = createOperatingGauges(deps);
  app.get("/metrics", async (request, reply) => {
    if (!(metricsToken === null ? isFromThisMachine(request) : holdsToken(request, metricsToken))) throw new HearthError("NOT_FOUND");
    return reply.type(registry.contentType).send(`${await registry.metrics()}\n${await gauges.read()}`);
  });
}

/** A proxy on this machine speaks for others, and says so by forwarding headers. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return false;
  return /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? "");
}

/** Compared as hashes, which have one length and tell nothing by the time it takes. */
function holdsToken({ headers }: FastifyRequest, token: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(headers.authorization ?? ""), hash(`Bearer ${token}`));
}
