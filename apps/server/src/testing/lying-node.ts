import { z } from "zod";
import Fastify from "fastify";

const question = z.object({ id: z.number(), method: z.string(), params: z.array(z.unknown()).default([]) }).loose();
const answer = z.object({ id: z.number(), result: z.unknown() }).loose();

/** What a lie makes of the true answer to a question. */
export type Lie = (method: string, result: unknown, params: unknown[]) => unknown;

/** A node between the server and the chain, honest until a lie is told to it. */
export interface LyingNode {
  url: string;
  /** Where the truth comes from. */
  target: string;
  /** Null is the truth. */
  lie: Lie | null;
  close(): Promise<void>;
}

/** Starts one on a free port; give it a target before it is asked. */
export async function startLyingNode(): Promise<LyingNode> {
  const app = Fastify({ forceCloseConnections: true });
  const node: LyingNode = { url: "", target: "", lie: null, close: () => app.close() };
  app.post("/", async (request) => {
    const asked = z.array(question).parse(Array.isArray(request.body) ? request.body : [request.body]);
    const headers = { "content-type": "application/json" };
    const told = await fetch(node.target, { method: "POST", headers, body: JSON.stringify(asked) });
    const answers = z.array(answer).parse(await told.json());
    const changed = answers.map((honest) => {
      const { method = "", params = [] } = asked.find(({ id }) => id === honest.id) ?? {};
      return node.lie === null ? honest : { ...honest, result: node.lie(method, honest.result, params) };
    });
    return Array.isArray(request.body) ? changed : changed[0];
  });
  node.url = await app.listen({ host: "127.0.0.1", port: 0 });
  return node;
}
