import { fastifyRequestHandler, fastifyTRPCPlugin, type FastifyTRPCPluginOptions } from "@trpc/server/adapters/fastify";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { HearthError } from "@hearth/domain/errors";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Deps } from "../deps.ts";
import { longBodyBytes, longBodyProcedures } from "../long-bodies.ts";
import { describeFailure, setRetryAfter } from "../plugins/errors.ts";
import { createContext } from "./create-context.ts";
import { expectedFailure, toTrpcError } from "./error-shape.ts";
import { guardTrpcRequest } from "./guard-request.ts";
import { type AppRouter, appRouter } from "./root.ts";

/** Calls in one HTTP request, at most. */
const maxBatchSize = 10;

/** Opens the product's own interface at /trpc: JSON only, and live subscriptions that end when the server does. */
export async function mountTrpc(app: FastifyInstance, deps: Deps): Promise<void> {
  app.addHook("preValidation", async (request) => guardTrpcRequest(request));
  app.setErrorHandler((error, request, reply) => {
    const failure = describeFailure(error, request);
    setRetryAfter(reply, failure.retryAfterSeconds);
    const { status, message, code, errors } = failure.answer;
    const data = { code, status, message, httpStatus: status, ...(errors && { errors }) };
    return reply.code(status).send({ error: { message, code: TRPC_ERROR_CODES_BY_KEY.BAD_REQUEST, data } });
  });
  endStreamsOnClose(app);
  sendWhole(app);
  await app.register(fastifyTRPCPlugin, { prefix: "/trpc", trpcOptions: trpcOptions(deps) });
  await app.register(async (scope) => takeLongBodies(scope, deps));
}

/** The adapter has one route for all calls; those that take a whole file have their own, whose limit is higher. */
function takeLongBodies(app: FastifyInstance, deps: Deps): void {
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => done(null, body));
  const options = trpcOptions(deps);
  for (const path of longBodyProcedures) {
    app.post(`/trpc/${path}`, { bodyLimit: longBodyBytes }, (req, res) => fastifyRequestHandler({ ...options, req, res, path }));
  }
}

function trpcOptions(deps: Deps): FastifyTRPCPluginOptions<AppRouter>["trpcOptions"] {
  return {
    router: appRouter,
    createContext: async ({ req, res }) => {
      try {
        return await createContext(deps, req, res);
      } catch (error) {
        const expected = expectedFailure(error);
        throw expected === null ? error : toTrpcError(expected);
      }
    },
    maxBatchSize,
    responseMeta: ({ errors }) => {
      const waits = errors.map(({ cause }) => (cause instanceof HearthError ? (cause.retryAfterSeconds ?? 0) : 0));
      const longest = Math.max(0, ...waits);
      const headers = new Headers({ "cache-control": "no-store" });
      if (longest > 0) headers.set("retry-after", String(longest));
      return { headers };
    },
    onError: ({ error, ctx, req, path }) => {
      if (ctx === undefined && error.code === "INTERNAL_SERVER_ERROR")
        req.log.error({ err: error, path }, "A call's context could not be read");
    },
  };
}

/** Answers that end are sent as one text, whose length is known; the adapter would hand each over as a stream. */
function sendWhole(app: FastifyInstance): void {
  app.addHook("onSend", async (_request, reply, payload) => {
    if (!(payload instanceof Response) || isStream(payload)) return payload;
    reply.code(payload.status);
    // Whole it has a length, and an answer that says both of its end is refused by clients.
    for (const [name, value] of payload.headers) if (name !== "transfer-encoding") reply.header(name, value);
    return payload.text();
  });
}

function isStream(answer: Response): boolean {
  return answer.headers.get("content-type") === "text/event-stream";
}

/**
 * A subscription is an answer without an end: closing the server ends it, and the client goes to the next process. It is known by what is sent, since
 * a client need not say that it expects a stream.
 */
function endStreamsOnClose(app: FastifyInstance): void {
  const streams = new Set<FastifyReply["raw"]>();
  let isClosing = false;
  app.addHook("onSend", async (_request, reply, payload) => {
    if (!(payload instanceof Response) || !isStream(payload)) return;
    if (isClosing) reply.raw.destroy();
    streams.add(reply.raw);
    reply.raw.once("close", () => streams.delete(reply.raw));
  });
  app.addHook("preClose", async () => {
    isClosing = true;
    for (const stream of streams) stream.destroy();
  });
}
