import { HearthError } from "@hearth/domain/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";

/** Figures for Prometheus, told to this machine only; to anybody else the page does not exist. */
export function exposeMetrics(app: FastifyInstance, deps: Deps): void {
  const { registry } = deps.metrics;
  app.get("/metrics", async (request, reply) => {
    if (!isFromThisMachine(request)) throw new HearthError("NOT_FOUND");
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** A proxy on this machine speaks for others, and says so by forwarding headers. */
function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  if (headers["x-forwarded-for"] !== undefined || headers.forwarded !== undefined) return false;
  return /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? "");
}
