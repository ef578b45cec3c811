import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { LocalChain } from "../local-chain.ts";
import { withArchive } from "./archive-view.ts";
import { forwardTo, type RpcCall, rpcCallSchema, type RpcOutcome } from "./json-rpc.ts";
import { answerLagging } from "./lagging-view.ts";
import { awaySeconds, type RpcFaults } from "./rpc-faults.ts";

const bodySchema = z.union([rpcCallSchema, z.array(rpcCallSchema).min(1).max(1_000)]);
const limits = { bodyLimit: 10 * 1024 * 1024 };

/**
 * Adds the node provider that the server uses: the local chain with the current faults.
 *
 * Browsers use the chain directly, as they would use a provider of their own.
 */
export function addRpcProvider(app: FastifyInstance, chain: Pick<LocalChain, "rpcUrl" | "archivedBlock">, faults: RpcFaults): void {
  const forward = withArchive(forwardTo(chain.rpcUrl), chain);
  const answer = ({ id, ...call }: RpcCall) => {
    const { lagBlocks } = faults;
    const outcome = lagBlocks > 0 ? answerLagging({ id, ...call }, lagBlocks, forward) : forward(call.method, call.params);
    return outcome.then((done: RpcOutcome) => ({ jsonrpc: "2.0", id, ...done }));
  };
  app.post("/rpc", limits, async (request, reply) => {
    await sleep(faults.delayMs);
    if (awaySeconds(faults, Date.now()) > 0) return reply.code(503).send({ message: "The node provider is away." });
    const body = bodySchema.parse(request.body);
    try {
      return Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body);
    } catch {
      return reply.code(502).send({ message: "The local chain does not answer." });
    }
  });
}
