import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { pulseAlarms, standsStill } from "../features/settlement/reading/chain-pulse.ts";
import { answerLimitMs, within } from "./answer-limit.ts";
import { findAlarmWords, findWatchedBlockTime } from "./health.repo.ts";

/** What one provider alone can do, where money is real or is to be. Null where several are asked, and on the local network. */
export function unprotectedWords({ chain, network }: Pick<Deps, "chain" | "network">): string | null {
  if (network.name === "local" || chain.providers.length > 1) return null;
  return "The chain is read from one provider alone: one that lies can complete payments, hide them, or stop them. Name two in RPC_URLS.";
}

/**
 * Two answers for whoever watches the process. Live: it answers at all. Ready: it can do its work, which is to reach the database and have its answer, and has
 * not been told to end. How far behind the chain its eyes are is said as well, and what somebody should look at; but a chain that is away makes payments wait and not the
 * server unfit.
 */
export function answerHealth(app: FastifyInstance, deps: Deps, limitMs = answerLimitMs): void {
  app.get("/health/live", async () => ({ status: "ok" }));
  app.get("/health/ready", async (request, reply) => {
    if (deps.ending.signal.aborted) return reply.code(503).send({ status: "ending" });
    try {
      return { status: "ok", database: "ok", chain: await within(limitMs, aboutChain(deps)) };
    } catch (error) {
      request.log.error({ err: error }, "The database is away");
      return reply.code(503).send({ status: "unavailable", database: "unavailable", chain: { headAgeSeconds: null } });
    }
  });
}

async function aboutChain(deps: Deps) {
  const blockTime = await findWatchedBlockTime(deps.db, deps.network.chainId);
  const ageMs = blockTime === null ? null : deps.clock.now().getTime() - blockTime.getTime();
  const warnings = [
    blockTime !== null && standsStill(deps, blockTime) ? "Reading stands still. Payments wait." : null,
    await findAlarmWords(deps.db, pulseAlarms.clocks),
    unprotectedWords(deps),
  ];
  return {
    headAgeSeconds: ageMs === null ? null : Math.max(0, Math.floor(ageMs / 1000)),
    providers: deps.chain.providers.length,
    warnings: warnings.filter((warning) => warning !== null),
  };
}
