import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { findWatchedBlockTime } from "./health.repo.ts";

/**
 * Two answers for whoever watches the process. Live: it answers at all. Ready: it can do its work, which is to reach the database. How far
 * behind the chain its eyes are is said as well, but a chain that is away makes payments wait and not the server unfit.
 */
export function answerHealth(app: FastifyInstance, deps: Deps): void {
  app.get("/health/live", async () => ({ status: "ok" }));
  app.get("/health/ready", async (request, reply) => {
    try {
      const blockTime = await findWatchedBlockTime(deps.db, deps.network.chainId);
      const ageMs = blockTime === null ? null : deps.clock.now().getTime() - blockTime.getTime();
      return { status: "ok", database: "ok", chain: { headAgeSeconds: ageMs === null ? null : Math.max(0, Math.floor(ageMs / 1000)) } };
    } catch (error) {
      request.log.error({ err: error }, "The database is away");
      return reply.code(503).send({ status: "unavailable", database: "unavailable", chain: { headAgeSeconds: null } });
    }
  });
}
