import { z } from "zod";

/** One JSON-RPC call, as far as it concerns a node in front of a node. */
export const rpcCallSchema = z.looseObject({
  id: z.union([z.string(), z.number(), z.null()]).default(null),
  method: z.string(),
  params: z.array(z.unknown()).default([]),
});

/** See `rpcCallSchema`. */
export type RpcCall = z.infer<typeof rpcCallSchema>;

const answerSchema = z.looseObject({ result: z.unknown().optional(), error: z.unknown().optional() });

/** The outcome of a call: its result, or the node's own error. */
export type RpcOutcome = { result: unknown } | { error: unknown };

/** Puts a call to a node. */
export type Forward = (method: string, params: unknown[]) => Promise<RpcOutcome>;

/** Forwards calls to the node at the URL. Rejects when the node does not answer. */
export function forwardTo(url: string): Forward {
  return async (method, params) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = answerSchema.parse(await response.json());
    return error === undefined ? { result: result ?? null } : { error };
  };
}
