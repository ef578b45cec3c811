import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";

/** Once the process is told to end, each answer is its connection's last: one that stays open would keep the server from closing. */
export function closeConnections(app: FastifyInstance, { ending }: Pick<Deps, "ending">): void {
  app.addHook("onSend", async (_request, reply) => {
    if (ending.signal.aborted) reply.header("connection", "close");
  });
}
