import { HearthError } from "@hearth/domain/errors";
import { callTRPCProcedure } from "@trpc/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { answerFailures, answerMissing } from "../plugins/errors.ts";
import { createContext, readTimeZone } from "../trpc/create-context.ts";
import { appRouter } from "../trpc/root.ts";
import { restRows } from "./rows.ts";
import type { RequestParts, RestRow } from "./wire.ts";

const prefix = "/api";
const allMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Opens the documented interface under /api: a row per call, translated to the procedure that does the work. */
export async function mountRest(app: FastifyInstance, deps: Deps, rows: RestRow[] = restRows): Promise<void> {
  acceptEmptyJson(app);
  answerFailures(app);
  answerMissing(app);
  for (const row of rows) {
    app.route({
      method: row.method,
      url: toFastifyPath(row.path),
      handler: async (request, reply) => {
        const { status = 200, headers = {}, body } = row.answer(await callProcedure(deps, row, request));
        return reply.code(status).headers(headers).send(body);
      },
    });
  }
  refuseOtherMethods(app, rows);
}

/** Runs the row's procedure with everything that runs for it at the other door: policy, limits, schemas. */
async function callProcedure(deps: Deps, row: RestRow, request: FastifyRequest): Promise<unknown> {
  const ctx = await createContext(deps, request);
  return callTRPCProcedure({
    router: appRouter,
    path: row.procedure,
    type: row.method === "GET" ? "query" : "mutation",
    ctx,
    getRawInput: async () => row.input(partsOf(request)),
    signal: undefined,
    batchIndex: 0,
  });
}

function partsOf({ params, query, body, headers }: FastifyRequest): RequestParts {
  const asked: Record<string, unknown> = { ...(query as Record<string, unknown>) };
  const timeZone = asked["timeZone"] ?? readTimeZone(headers["x-time-zone"]);
  return { params: { ...(params as Record<string, string>) }, query: asked, body: body ?? {}, timeZone };
}

/** Many clients name JSON as the content type and send nothing; that is an empty object. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.trim() === "") done(null, {});
    else void parseJson(request, body, done);
  });
}

/** A known path with another method says which ones it has, before anything of the body is read. */
function refuseOtherMethods(app: FastifyInstance, rows: RestRow[]): void {
  for (const path of new Set(rows.map((row) => row.path))) {
    const allowed = rows.filter((row) => row.path === path).map((row) => row.method);
    const answered: string[] = allowed.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    app.route({
      method: allMethods.filter((method) => !answered.includes(method)),
      url: toFastifyPath(path),
      exposeHeadRoute: false,
      onRequest: async (_request, reply) => {
        reply.header("allow", answered.join(", "));
        throw new HearthError("METHOD_NOT_ALLOWED");
      },
      handler: async () => null,
    });
  }
}

function toFastifyPath(path: string): string {
  return path.slice(prefix.length).replace(/\{(\w+)\}/g, ":$1");
}
