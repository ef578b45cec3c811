import type { TRPCError } from "@trpc/server";
import { fastifyRequestHandler, type FastifyTRPCPluginOptions } from "@trpc/server/adapters/fastify";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import { HearthError } from "@hearth/domain/errors";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { longBodyBytes, longBodyProcedures } from "../long-bodies.ts";
import { describeFailure, setRetryAfter } from "../plugins/errors.ts";
import type { Context } from "./context.ts";
import { createContext } from "./create-context.ts";
import { guardTrpcRequest } from "./guard-request.ts";
import { answerPlainCall, asTrpcError, plainCallOf } from "./plain-calls.ts";
import { type AppRouter, appRouter } from "./root.ts";

/** The maximum number of calls in one HTTP request. */
const maxBatchSize = 10;

/** Mounts the product's own interface at /trpc: JSON only, with live subscriptions that end when the server closes. */
export async function mountTrpc(app: FastifyInstance, deps: Deps): Promise<void> {
  app.addHook("preValidation", async (request) => guardTrpcRequest(deps, request));
  app.setErrorHandler((error, request, reply) => {
    const failure = describeFailure(error, request);
    setRetryAfter(reply, failure.retryAfterSeconds);
    const { status, message, code, errors } = failure.answer;
    const data = { code, status, message, httpStatus: status, ...(errors && { errors }) };
    return reply.code(status).send({ error: { message, code: TRPC_ERROR_CODES_BY_KEY.BAD_REQUEST, data } });
  });
  endStreamsOnClose(app);
  sendWhole(app);
  takeJsonAsText(app);
  answerCalls(app, deps);
}

/** Leaves JSON unparsed until the call is known. A form is not a call and is refused before it is read. */
function takeJsonAsText(app: FastifyInstance): void {
  app.removeContentTypeParser(["application/json", "multipart/form-data"]);
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, body, done) => done(null, body));
  app.addContentTypeParser("multipart/form-data", (_request, body, done) => done(null, body));
}

/** Matches the adapter's headers. */
const plainHeaders = { "content-type": "application/json", vary: "trpc-accept, accept" };

/** Registers one route for all calls, and one for each call that takes a whole file, with a higher body limit. */
function answerCalls(app: FastifyInstance, deps: Deps): void {
  const options = trpcOptions(deps);
  const answer = async (req: FastifyRequest, res: FastifyReply, path: string) => {
    const call = plainCallOf(req, path);
    if (call === null) return fastifyRequestHandler({ ...options, req, res, path });
    const { status, body, error, ctx } = await answerPlainCall(deps, req, res, call);
    if (error !== null) {
      logLostContext(req, { error, ctx, path });
      setRetryAfter(res, longestWait([error]));
    }
    return res.code(status).headers(plainHeaders).serializer(JSON.stringify).send(body);
  };
  app.all<{ Params: { path: string } }>("/trpc/:path", (req, res) => answer(req, res, req.params.path));
  for (const path of longBodyProcedures) app.post(`/trpc/${path}`, { bodyLimit: longBodyBytes }, (req, res) => answer(req, res, path));
}

function trpcOptions(deps: Deps): FastifyTRPCPluginOptions<AppRouter>["trpcOptions"] {
  return {
    router: appRouter,
    createContext: async ({ req, res }) => {
      try {
        return await createContext(deps, req, res);
      } catch (error) {
        throw asTrpcError(error);
      }
    },
    maxBatchSize,
    responseMeta: ({ errors }) => {
      const headers = new Headers({ "cache-control": "no-store" });
      const seconds = longestWait(errors);
      if (seconds !== undefined) headers.set("retry-after", String(seconds));
      return { headers };
    },
    onError: ({ error, ctx, req, path }) => logLostContext(req, { error, ctx, path }),
  };
}

/** Returns the longest wait, in seconds, of calls that were refused for now; undefined without one. */
function longestWait(errors: readonly TRPCError[]): number | undefined {
  const waits = errors.map(({ cause }) => (cause instanceof HearthError ? (cause.retryAfterSeconds ?? 0) : 0));
  const longest = Math.max(0, ...waits);
  return longest > 0 ? longest : undefined;
}

/** Logs a failure to create the context. Failures within a procedure are logged there. */
function logLostContext(
  { log }: FastifyRequest,
  { error, ctx, path }: { error: TRPCError; ctx: Context | undefined; path: string | undefined },
): void {
  if (ctx === undefined && error.code === "INTERNAL_SERVER_ERROR") log.error({ err: error, path }, "A call's context could not be read");
}

/** Sends finite answers as one text with a known length; the adapter would send each as a stream. */
function sendWhole(app: FastifyInstance): void {
  app.addHook("onSend", async (_request, reply, payload) => {
    if (!(payload instanceof Response) || isStream(payload)) return payload;
    reply.code(payload.status);
    // The whole answer has a content length, and clients refuse an answer with both headers.
    for (const [name, value] of payload.headers) if (name !== "transfer-encoding") reply.header(name, value);
    return payload.text();
  });
}

function isStream(answer: Response): boolean {
  return answer.headers.get("content-type") === "text/event-stream";
}

/**
 * Ends subscriptions when the server closes, because they would never end; clients reconnect to the next process. Recognises a stream by
 * its content type, since a client need not say that it expects one.
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
