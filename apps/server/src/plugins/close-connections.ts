import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";

/** Closes each connection after its answer once shutdown has begun: an open connection would keep the server from closing. */
export function closeConnections(app: FastifyInstance, { ending }: Pick<Deps, "ending">): void {
  app.addHook("onSend", async (_request, reply) => {
    if (ending.signal.aborted) reply.header("connection", "close");
  });
}
