import { publicId } from "@hearth/domain/ids";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Of whoever it is from, once that is known. A field: a WeakMap of requests made each collection of young garbage four times as long, for everybody. */
    accountId: string | null;
  }
}

/** Says whose request it is, so that its line does, whatever becomes of it. */
export function nameAccount(request: FastifyRequest, userId: string): void {
  request.accountId = publicId("user", userId);
}

/** One line and one count for each answer; the probes of load balancers are counted only. */
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

/** Which of its interfaces a request enters by, by its route. */
export function interfaceOf(route: string | undefined): string {
  if (route?.startsWith("/trpc")) return "trpc";
  if (route?.startsWith("/api")) return "rest";
  if (route?.startsWith("/health") || route === "/metrics") return "probe";
  return "page";
}
