import { publicId } from "@hearth/domain/ids";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";

declare module "fastify" {
  interface FastifyRequest {
    /**
     * The requester's account, once known. A field of the request, because a WeakMap of requests made each collection of young garbage four
     * times as long.
     */
    accountId: string | null;
  }
}

/** Stores the requester's account for the request's log line. */
export function setRequestAccount(request: FastifyRequest, userId: string): void {
  request.accountId = publicId("user", userId);
}

/** Logs and counts each response; load balancers' probes are only counted. */
export function logRequests(app: FastifyInstance, deps: Deps): void {
  app.decorateRequest("accountId", null);
  app.addHook("onResponse", async (request, reply) => {
    const entered = interfaceOf(request.routeOptions.url);
    deps.metrics.countAnswer(entered, reply.statusCode);
    if (entered === "probe") return;
    const account = request.accountId ?? undefined;
    request.log.info({ req: request, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime), account }, "Answered");
  });
}

/** Returns the interface that a route belongs to. */
export function interfaceOf(route: string | undefined): string {
  if (route?.startsWith("/trpc")) return "trpc";
  if (route?.startsWith("/api")) return "rest";
  if (route?.startsWith("/health") || route === "/metrics") return "probe";
  return "page";
}
