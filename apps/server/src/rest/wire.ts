import type { ErrorCode } from "@hearth/domain/errors";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../trpc/root.ts";

type Outputs = inferRouterOutputs<AppRouter>;

/** Every procedure by its path, such as `auth.login`. */
export type ProcedurePath = { [Noun in keyof Outputs & string]: `${Noun}.${keyof Outputs[Noun] & string}` }[keyof Outputs & string];

/** The output of a procedure. */
export type OutputOf<Path extends ProcedurePath> = Path extends `${infer Noun}.${infer Name}`
  ? Noun extends keyof Outputs
    ? Name extends keyof Outputs[Noun]
      ? Outputs[Noun][Name]
      : never
    : never
  : never;

export type RestMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The parts of a request that carry input, unvalidated. */
export interface RequestParts {
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** Parsed JSON, or a form's fields as text; an empty object for an empty body. */
  body: unknown;
  /** The time zone of the request: the `timeZone` parameter, or else the `X-Time-Zone` header. */
  timeZone?: unknown;
}

export interface RestAnswer {
  /** 200 by default. */
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** The id of an uploaded file, sent instead of a body. */
  file?: string;
}

/**
 * A documented call: maps its request to a procedure's input, and the procedure's result to the response. Rows of one method and path are
 * alternatives. The first one that takes the body and admits the caller answers.
 */
export interface RestRow {
  method: RestMethod;
  /** The documented path: `/api/payments/status/{paymentId}`. */
  path: string;
  /** The kind of body: JSON, or a form with files. */
  takes: "json" | "form";
  /** The procedure, whose policy decides who may call it; the row only translates. */
  procedure: ProcedurePath;
  /** One sentence for the API description. */
  summary: string;
  /** The call's own errors, for the description. Errors that follow from its method, path, body and policy are added there. */
  refuses: readonly ErrorCode[];
  /** True where the answer uses the time zone of the `X-Time-Zone` header, although no filter mentions it. */
  followsZone: boolean;
  /** True where a repeat with the same `Idempotency-Key` gets the first answer. */
  repeatable: boolean;
  input(parts: RequestParts): unknown;
  /** Called only with the result of the row's own procedure; `row` ensures that. */
  answer(result: unknown): RestAnswer;
}

/** Creates a row, typing the result as its procedure's output. By default, the body is the input, and the result is the answer. */
export function row<Path extends ProcedurePath>(definition: {
  method: RestMethod;
  path: string;
  takes?: "json" | "form";
  procedure: Path;
  summary: string;
  refuses?: readonly ErrorCode[];
  followsZone?: true;
  repeatable?: true;
  input?: (parts: RequestParts) => unknown;
  answer?: (result: OutputOf<Path>) => RestAnswer;
}): RestRow {
  const {
    takes = "json",
    refuses = [],
    followsZone = false,
    repeatable = false,
    input = ({ body }) => body,
    answer = (body: OutputOf<Path>) => ({ body }),
    ...rest
  } = definition;
  return { ...rest, takes, refuses, followsZone, repeatable, input, answer };
}

/**
 * Returns the fields of a body of any type. Without fields (a number, for example) it is empty, and the procedure's schema refuses
 * it.
 */
export function bodyFields({ body }: RequestParts): object {
  return { ...Object(body) };
}

/** Reads the documented filters of a list: status, dates and time zone, where given. */
export function filterInput({ query, timeZone }: RequestParts): Record<string, unknown> {
  const filters = Object.entries({ status: query["status"], startDate: query["startDate"], endDate: query["endDate"], timeZone });
  return Object.fromEntries(filters.filter(([, value]) => value !== undefined && value !== ""));
}

/** Reads a documented list's search and order from the query, where given. */
export function searchInput({ query }: RequestParts): Record<string, unknown> {
  const filters = Object.entries({ search: query["search"], order: query["order"] });
  return Object.fromEntries(filters.filter(([, value]) => value !== undefined && value !== ""));
}

/** Reads a documented list's `limit` and `cursor` from the query, where given. */
export function pageInput({ query }: RequestParts): { limit?: unknown; cursor?: unknown } {
  const limit = typeof query["limit"] === "string" && /^\d{1,9}$/.test(query["limit"]) ? Number(query["limit"]) : query["limit"];
  return { ...(limit !== undefined && { limit }), ...(query["cursor"] !== undefined && { cursor: query["cursor"] }) };
}

/** Returns the header with the cursor of the next page; none for the last page. */
export function nextCursorHeader(nextCursor: string | null): { headers?: Record<string, string> } {
  return nextCursor === null ? {} : { headers: { "X-Next-Cursor": nextCursor } };
}
