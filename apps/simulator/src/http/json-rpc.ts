import { z } from "zod";

/** One JSON-RPC call, as far as a proxy in front of a node needs it. */
export const rpcCallSchema = z.looseObject({
  id: z.union([z.string(), z.number(), z.null()]).default(null),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

/** See `rpcCallSchema`. */
export type RpcCall = z.infer<typeof rpcCallSchema>;

const answersSchema = z.array(z.looseObject({ id: z.number(), result: z.unknown().optional(), error: z.unknown().optional() }));

/** The outcome of a call: its result, or the node's error. */
export type RpcOutcome = { result: unknown } | { error: unknown };

/** Sends a call to a node. */
export type Forward = (method: string, params: unknown[]) => Promise<RpcOutcome>;

/** A pending call with its promise. */
interface Waiting {
  method: string;
  params: unknown[];
  resolve: (outcome: RpcOutcome) => void;
  reject: (reason: unknown) => void;
}

/** Creates a sender to the node at the URL. Calls of one moment are batched. Rejects if the node does not answer. */
export function forwardTo(url: string): Forward {
  let waiting: Waiting[] = [];
  const sendWaiting = async () => {
    const calls = waiting;
    waiting = [];
    try {
      const outcomes = await ask(url, calls);
      calls.forEach(({ resolve, reject, method }, id) => {
        const outcome = outcomes.get(id);
        if (outcome === undefined) reject(new Error(`The node did not answer ${method}`));
        else resolve(outcome);
      });
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  };
  return (method, params) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ method, params, resolve, reject }) === 1) setImmediate(sendWaiting);
    });
}

/** Returns the node's response to each call, by its index. */
async function ask(url: string, calls: Waiting[]): Promise<Map<number, RpcOutcome>> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(calls.map(({ method, params }, id) => ({ jsonrpc: "2.0", id, method, params }))),
  });
  const answers = answersSchema.parse(await response.json());
  return new Map(answers.map(({ id, result, error }) => [id, error === undefined ? { result: result ?? null } : { error }]));
}
