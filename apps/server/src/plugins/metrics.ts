import { createHash, timingSafeEqual } from "node:crypto";
import { HearthError } from "@hearth/domain/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import type { Env } from "../env.ts";
import { createOperatingGauges } from "./operating-gauges.ts";

/**
 * Figures for Prometheus, for who has METRICS_TOKEN as a bearer's token; to anybody else the page does not exist. Where none is set, it exists on the
 * local network alone, for this machine and where no proxy stands in front: one would make everybody's request this machine's.
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
  const [given, right] = [request.headers.authorization ?? "", `Bearer ${metricsToken}`].map((words) =>
    createHash("sha256").update(words).digest(),
  );
  return given !== undefined && right !== undefined && timingSafeEqual(given, right);
}

/** A proxy on this machine speaks for others, and says so by forwarding headers. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return false;
  return /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? "");
}
