import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { pulseAlarms, isChainStale } from "../features/settlement/reading/chain-pulse.ts";
import { answerLimitMs, within } from "./answer-limit.ts";
import { findAlarmWords, findWatchedBlockTime } from "./health.repo.ts";

/** Returns a warning where only one provider of the chain is configured. Null with several providers, and on the local network. */
export function singleProviderWarning({ chain, network }: Pick<Deps, "chain" | "network">): string | null {
  if (network.name === "local" || chain.providers.length > 1) return null;
  return "The chain is read from one provider alone: one that lies can complete payments, hide them, or stop them. Name two in RPC_URLS.";
}

/**
 * Serves two health checks. Live: the process answers. Ready: it reaches the database in time and is not shutting down. Ready also reports
 * the chain lag and warnings. A chain that is unavailable does not make the server unready, since payments then merely wait.
 */
export function answerHealth(app: FastifyInstance, deps: Deps, limitMs = answerLimitMs): void {
  app.get("/health/live", async () => ({ status: "ok" }));
  app.get("/health/ready", async (request, reply) => {
    if (deps.ending.signal.aborted) return reply.code(503).send({ status: "ending" });
    try {
      return { status: "ok", database: "ok", chain: await within(limitMs, aboutChain(deps)) };
    } catch (error) {
      request.log.error({ err: error }, "The database is unavailable");
      return reply.code(503).send({ status: "unavailable", database: "unavailable", chain: { headAgeSeconds: null } });
    }
  });
}

async function aboutChain(deps: Deps) {
  const blockTime = await findWatchedBlockTime(deps.db, deps.network.chainId);
  const ageMs = blockTime === null ? null : deps.clock.now().getTime() - blockTime.getTime();
  const warnings = [
    blockTime !== null && isChainStale(deps, blockTime) ? "The chain is not being read. Payments wait." : null,
    await findAlarmWords(deps.db, pulseAlarms.clocks),
    singleProviderWarning(deps),
  ];
  return {
    headAgeSeconds: ageMs === null ? null : Math.max(0, Math.floor(ageMs / 1000)),
    providers: deps.chain.providers.length,
    warnings: warnings.filter((warning) => warning !== null),
  };
}
