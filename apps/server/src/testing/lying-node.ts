import { setTimeout as sleep } from "node:timers/promises";
import { forwardTo, type Forward, type RpcCall, rpcCallSchema, type RpcOutcome } from "@hearth/simulator/http/json-rpc";
import Fastify from "fastify";
import { z } from "zod";

/** Falsifies the true result of a call. */
export type Lie = (method: string, result: unknown, params: unknown[]) => unknown;

/** A fault of a node: how it answers a call, and how the whole response is damaged. Null means none. */
export interface Fault {
  answer?: (call: RpcCall, forward: Forward) => Promise<RpcOutcome>;
  /** Called once for each HTTP request, before its questions. */
  begin?: () => void;
  delayMs?: number;
  /** An HTTP status and body instead of an answer, for example bytes that are not JSON. */
  instead?: { status: number; body: string };
  /** Closes the connection without a response. */
  hangUp?: boolean;
  /** True for answers of a batch that are lost, by position. Never true for all of them. */
  loses?: (place: number) => boolean;
}

/** A node between the server and the chain. Honest and without faults until a test changes that. */
export interface LyingNode {
  url: string;
  /** The URL of the honest node. */
  target: string;
  /** Null answers truthfully. */
  lie: Lie | null;
  fault: Fault | null;
  /** The number of calls by method. */
  callsByMethod: Map<string, number>;
  /** The number of HTTP requests. */
  requests: number;
  close(): Promise<void>;
}

const bodySchema = z.union([rpcCallSchema, z.array(rpcCallSchema)]);

/** Starts a node on a free port. Set a target before it is called. */
export async function startLyingNode(target = ""): Promise<LyingNode> {
  const app = Fastify({ forceCloseConnections: true, bodyLimit: 10 * 1024 * 1024 });
  const node: LyingNode = { url: "", target, lie: null, fault: null, callsByMethod: new Map(), requests: 0, close: () => app.close() };
  const answer = async (call: RpcCall, fault: Fault | null, forward: Forward) => {
    node.callsByMethod.set(call.method, (node.callsByMethod.get(call.method) ?? 0) + 1);
    const outcome = await (fault?.answer ? fault.answer(call, forward) : forward(call.method, call.params));
    const isLied = node.lie !== null && "result" in outcome;
    const answered = isLied ? { result: node.lie?.(call.method, outcome.result, call.params) } : outcome;
    return { jsonrpc: "2.0", id: call.id, ...answered };
  };
  app.post("/", async (request, reply) => {
    const { fault } = node;
    node.requests += 1;
    fault?.begin?.();
    await sleep(fault?.delayMs ?? 0);
    if (fault?.hangUp === true) return request.raw.destroy();
    if (fault?.instead) return reply.code(fault.instead.status).header("content-type", "application/json").send(fault.instead.body);
    const body = bodySchema.parse(request.body);
    const forward = forwardTo(node.target);
    if (!Array.isArray(body)) return answer(body, fault, forward);
    const answers = await Promise.all(body.map((call) => answer(call, fault, forward)));
    return answers.filter((_answer, place) => place === 0 || fault?.loses?.(place) !== true);
  });
  node.url = await app.listen({ host: "127.0.0.1", port: 0 });
  return node;
}
