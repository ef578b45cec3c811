import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";

/** One line and one count for each answer; the probes of load balancers are counted only. */
export function logRequests(app: FastifyInstance, deps: Deps): void {
  app.addHook("onResponse", async (request, reply) => {
    const entered = interfaceOf(request.routeOptions.url);
    deps.metrics.countAnswer(entered, reply.statusCode);
    if (entered === "probe") return;
    request.log.info({ req: request, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime) }, "Answered");
  });
}

function interfaceOf(route: string | undefined): string {
  if (route?.startsWith("/trpc")) return "trpc";
  if (route?.startsWith("/api")) return "rest";
  if (route?.startsWith("/health") || route === "/metrics") return "probe";
  return "page";
}
