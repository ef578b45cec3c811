import { callTRPCProcedure, getTRPCErrorFromUnknown, getTRPCErrorShape, TRPCError } from "@trpc/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Deps } from "../deps.ts";
import type { Context } from "./context.ts";
import { createContext } from "./create-context.ts";
import { expectedFailure, toTrpcError } from "./error-shape.ts";
import { parseGuarded } from "./guard-request.ts";
import { besideSession, listProcedures } from "./procedure-meta.ts";
import { appRouter } from "./root.ts";

/** A single query by GET or mutation by POST, answered with JSON. */
export interface PlainCall {
  path: string;
  type: "query" | "mutation";
  /** The unparsed input. */
  input: string | undefined;
}

/** The parts of a request that are read. */
type Sent = Pick<FastifyRequest, "method" | "query" | "body" | "headers">;

const types = new Map(listProcedures().map(({ path, type }) => [path, type]));

/**
 * Returns the single call that a request makes, or null. Nearly all calls of our client are such plain calls. They are answered here,
 * without the adapter's conversion to the browser's `Request` and `Response`, which takes as long as a small answer. The adapter handles
 * everything else: batches, streams, and requests that it refuses.
 */
export function plainCallOf({ method, query, body, headers }: Sent, path: string): PlainCall | null {
  const type = types.get(path);
  const sends = headers["content-type"];
  if (headers["trpc-accept"] !== undefined || headers.accept?.includes("jsonl")) return null;
  const parameters: Record<string, unknown> = { ...Object(query) };
  const { input, ...others } = parameters;
  if (Object.keys(others).length > 0) return null;
  if (method === "GET" && type === "query" && sends === undefined && (input === undefined || typeof input === "string")) {
    return { path, type, input };
  }
  if (method !== "POST" || type !== "mutation" || !sends?.startsWith("application/json")) return null;
  return typeof body === "string" && body !== "" ? { path, type, input: body } : null;
}

/** The result of a call in the interface's format. */
export interface CallAnswer {
  status: number;
  body: object;
  error: TRPCError | null;
  ctx: Context | undefined;
}

/** Makes a plain call with the procedure's own policy, limits and schemas. Never throws for a failed call. */
export async function answerPlainCall(deps: Deps, request: FastifyRequest, reply: FastifyReply, call: PlainCall): Promise<CallAnswer> {
  const { path, type } = call;
  let ctx: Context | undefined;
  let input: unknown;
  const getRawInput = async () => (input = call.input === undefined ? undefined : parseGuarded(call.input));
  try {
    ctx = await createContext(deps, request, reply, besideSession(path));
    const data = await callTRPCProcedure({ router: appRouter, path, type, ctx, getRawInput, signal: undefined, batchIndex: 0 });
    return { status: 200, body: { result: { data } }, error: null, ctx };
  } catch (cause) {
    const error = asTrpcError(cause);
    const config = appRouter._def._config;
    const shape = getTRPCErrorShape({ config, error, type, path, input, ctx });
    return { status: shape.data.httpStatus, body: { error: shape }, error, ctx };
  }
}

/** Converts any failure of a call to a tRPC error. */
export function asTrpcError(cause: unknown): TRPCError {
  const expected = cause instanceof TRPCError ? null : expectedFailure(cause);
  return expected === null ? getTRPCErrorFromUnknown(cause) : toTrpcError(expected);
}
