import multipart from "@fastify/multipart";
import { HearthError } from "@hearth/domain/errors";
import { callTRPCProcedure } from "@trpc/server";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import { hasManyMembers, longBodyBytes, takesLongBody } from "../long-bodies.ts";
import { answerFailures, answerMissing } from "../plugins/errors.ts";
import type { Context } from "../trpc/context.ts";
import { createContext, readTimeZone } from "../trpc/create-context.ts";
import { besideSession, policyOf } from "../trpc/procedure-meta.ts";
import { admit } from "../trpc/procedures.ts";
import { appRouter } from "../trpc/root.ts";
import { groupRows } from "./group-rows.ts";
import { describeApi } from "./openapi/document.ts";
import { restRows } from "./rows.ts";
import type { RequestParts, RestRow } from "./wire.ts";
import { withForm } from "./with-form.ts";
import { createHash } from "node:crypto";
import { networkOf } from "../network-of.ts";

/** The time that clients may cache the description. */
const cacheSeconds = 300;

/** Serves the description, which never changes while the server runs: serialised once, cached by clients, and rate limited by network. */
function serveDescription(app: FastifyInstance, deps: Deps, path: string, description: object): void {
  const body = JSON.stringify(description);
  const etag = `W/"${createHash("sha256").update(body).digest("base64url")}"`;
  app.get(path, (request, reply) => {
    deps.rateLimits.take("description", networkOf(request.ip));
    reply.headers({ "cache-control": `public, max-age=${cacheSeconds}`, etag });
    if (request.headers["if-none-match"] === etag) return reply.code(304).send();
    return reply.type("application/json; charset=utf-8").send(body);
  });
}

const prefix = "/api";
/** The path of the OpenAPI description. */
const descriptionPath = "/api/openapi.json";
const allMethods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** The parts of a URL that Fastify parses: the path's parameters and the query. */
interface RouteParts {
  Params: Record<string, string>;
  Querystring: Record<string, unknown>;
}

/** Mounts the documented interface under /api: each row translates a call to the procedure that does the work. */
export async function mountRest(app: FastifyInstance, deps: Deps, rows: RestRow[] = restRows): Promise<void> {
  acceptEmptyJson(app);
  answerFailures(app);
  answerMissing(app);
  await app.register(multipart);
  for (const alternatives of groupRows(rows)) {
    const [{ method, path }] = alternatives;
    const [beside] = alternatives.flatMap(({ procedure }) => besideSession(procedure) ?? []);
    app.route<RouteParts>({
      method,
      url: toFastifyPath(path),
      ...(takesLongBody(alternatives) && { bodyLimit: longBodyBytes }),
      handler: async (request, reply) => {
        const ctx = await createContext(deps, request, reply, beside);
        const row = chooseRow(alternatives, bodyKindOf(request), ctx);
        const { status = 200, headers = {}, body, file } = row.answer(await answerRow(row, request, ctx));
        return reply
          .code(status)
          .headers(headers)
          .send(file === undefined ? body : await deps.uploads.open(file));
      },
    });
  }
  serveDescription(app, deps, toFastifyPath(descriptionPath), describeApi(deps.env.publicOrigin, rows));
  refuseOtherMethods(app, [...rows, { method: "GET", path: descriptionPath }]);
}

/** Runs the row's procedure with the same policy, limits and schemas as on the tRPC interface. */
async function answerRow(row: RestRow, request: FastifyRequest<RouteParts>, ctx: Context): Promise<unknown> {
  const call = (context: Context, parts: RequestParts) =>
    callTRPCProcedure({
      router: appRouter,
      path: row.procedure,
      type: row.method === "GET" ? "query" : "mutation",
      ctx: context,
      getRawInput: async () => row.input(parts),
      signal: undefined,
      batchIndex: 0,
    });
  if (bodyKindOf(request) !== "form") return call(ctx, partsOf(request));
  requireAdmission(row, ctx);
  return withForm(request, ctx, ({ fields, uploads }) => call({ ...ctx, uploads }, { ...partsOf(request), body: fields }));
}

/** The kind of a request's body. `nothing` fits every row, as a form without fields or an empty object. */
type BodyKind = RestRow["takes"] | "nothing";

/**
 * Chooses the alternative that admits the caller and takes the request's kind of body. Where none admits the caller, returns a row that
 * then refuses them.
 * @throws HearthError UNSUPPORTED_MEDIA_TYPE where the admitting rows take another kind of body.
 */
function chooseRow(alternatives: readonly [RestRow, ...RestRow[]], body: BodyKind, ctx: Pick<Context, "actor">): RestRow {
  const admitting = alternatives.filter((row) => admits(row, ctx));
  const [first] = admitting;
  const fits = ({ takes }: RestRow) => body === "nothing" || takes === body;
  if (!first) return alternatives.find(fits) ?? alternatives[0];
  const fitting = admitting.find(fits);
  if (fitting) return fitting;
  throw new HearthError("UNSUPPORTED_MEDIA_TYPE", first.takes === "form" ? { message: "Please send a form with files" } : {});
}

/** Refuses a caller that the row's procedure would not admit, before reading their input. */
function requireAdmission({ procedure }: RestRow, ctx: Pick<Context, "actor">): void {
  const policy = policyOf(procedure);
  if (policy !== "public") admit(policy, ctx);
}

function admits(row: RestRow, ctx: Pick<Context, "actor">): boolean {
  try {
    requireAdmission(row, ctx);
    return true;
  } catch (error) {
    if (error instanceof HearthError) return false;
    throw error;
  }
}

function bodyKindOf(request: FastifyRequest): BodyKind {
  if (request.isMultipart()) return "form";
  const { body = {} } = request;
  return typeof body === "object" && body !== null && !Array.isArray(body) && Object.keys(body).length === 0 ? "nothing" : "json";
}

function partsOf({ params, query, body, headers }: FastifyRequest<RouteParts>): RequestParts {
  const queryParameters: Record<string, unknown> = { ...query };
  const timeZone = queryParameters["timeZone"] ?? readTimeZone(headers["x-time-zone"]);
  return { params: { ...params }, query: queryParameters, body: body ?? {}, timeZone };
}

/** Accepts an empty body with a JSON content type as an empty object, since many clients send that. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (hasManyMembers(body)) done(new HearthError("PAYLOAD_TOO_LARGE"));
    else if (body.trim() === "") done(null, {});
    else void parseJson(request, body, done);
  });
}

/** Answers a known path with an unknown method by its allowed methods, before reading the body. */
function refuseOtherMethods(app: FastifyInstance, rows: Pick<RestRow, "method" | "path">[]): void {
  for (const path of new Set(rows.map((row) => row.path))) {
    const allowed = new Set(rows.filter((row) => row.path === path).map((row) => row.method));
    const answered: string[] = [...allowed].flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
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
