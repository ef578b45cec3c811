import { createHash, timingSafeEqual } from "node:crypto";
import { HearthError } from "@hearth/domain/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { createOperatingGauges } from "./operating-gauges.ts";

/**
 * Serves metrics for Prometheus to callers with METRICS_TOKEN as bearer token; other callers get NOT_FOUND. Without a token, serves them
 * only on the local network, to this machine, and without a proxy in front. Behind a proxy every request would seem to come from this
 * machine.
 */
export function exposeMetrics(app: FastifyInstance, deps: Deps): void {
  const { registry } = deps.metrics;
  const gauges = createOperatingGauges(deps);
  app.get("/metrics", async (request, reply) => {
    if (!isAllowed(request, deps.env)) throw new HearthError("NOT_FOUND");
    return reply.type(registry.contentType).send(`${await registry.metrics()}\n${await gauges.read()}`);
  });
}

function isAllowed(request: FastifyRequest, { metricsToken, network, trustProxyHops }: Env): boolean {
  if (metricsToken === null) return network === "local" && trustProxyHops === 0 && isFromThisMachine(request);
  const [given, expected] = [request.headers.authorization ?? "", `Bearer ${metricsToken}`].map((text) =>
    createHash("sha256").update(text).digest(),
  );
  return given !== undefined && expected !== undefined && timingSafeEqual(given, expected);
}

/** True for a request from this machine. A proxy on this machine acts for others, and is recognised by its forwarding headers. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return false;
  return /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? "");
}
