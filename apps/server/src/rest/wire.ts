import type { ErrorCode } from "@hearth/domain/errors";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../trpc/root.ts";

type Outputs = inferRouterOutputs<AppRouter>;

/** `auth.login` and so on: every procedure by its path. */
export type ProcedurePath = { [Noun in keyof Outputs & string]: `${Noun}.${keyof Outputs[Noun] & string}` }[keyof Outputs & string];

/** What that procedure answers. */
export type OutputOf<Path extends ProcedurePath> = Path extends `${infer Noun}.${infer Name}`
  ? Noun extends keyof Outputs
    ? Name extends keyof Outputs[Noun]
      ? Outputs[Noun][Name]
      : never
    : never
  : never;

export type RestMethod = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The parts of a request that carry input, as they came. */
export interface RequestParts {
  params: Record<string, string>;
  query: Record<string, unknown>;
  /** Parsed JSON, or a form's fields as text; an empty object where the body was empty. */
  body: unknown;
  /** Whose days and months are meant, where the request says so: the `timeZone` parameter, or else the `X-Time-Zone` header. */
  timeZone?: unknown;
}

export interface RestAnswer {
  /** 200 where left out. */
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Instead of a body: the uploaded file of that id. */
  file?: string;
}

/**
 * One documented call: how its request becomes a procedure's input, and how the procedure's result becomes the answer. Rows of one method and
 * path are alternatives: the first is taken that takes such a body and whose procedure admits the caller.
 */
export interface RestRow {
  method: RestMethod;
  /** As documented: `/api/payments/status/{paymentId}`. */
  path: string;
  /** What the call's body may be: JSON, or a form with files. */
  takes: "json" | "form";
  /** Who may call it is this procedure's policy; the row only translates. */
  procedure: ProcedurePath;
  /** One sentence for the interface's description. */
  summary: string;
  /** The call's own refusals, for the description; those that follow from its method, path, body and policy are added there. */
  refuses: readonly ErrorCode[];
  /** Whether its answer is in the days or the hours of the zone that the `X-Time-Zone` header names, without a filter that says so. */
  followsZone: boolean;
  /** Whether a repeat with the same `Idempotency-Key` gets the first answer. */
  repeatable: boolean;
  input(parts: RequestParts): unknown;
  /** Only ever called with what the row's own procedure answered; `row` holds the two together. */
  answer(result: unknown): RestAnswer;
}

/** Writes a row, with the result typed as what its procedure answers. Input and answer are the body and the result where left out. */
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

/** The fields of a body, whatever was sent: what has none, such as a number, is empty, and a procedure's schema refuses the rest. */
export function bodyFields({ body }: RequestParts): object {
  return { ...Object(body) };
}

/** The documented filters of a list: status and dates, where they are given, and whose days are meant. */
export function filterInput({ query, timeZone }: RequestParts): Record<string, unknown> {
  const given = Object.entries({ status: query["status"], startDate: query["startDate"], endDate: query["endDate"], timeZone });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ""));
}

/** What a documented list is searched for and which end of it comes first, from the query, where they are given. */
export function searchInput({ query }: RequestParts): Record<string, unknown> {
  const given = Object.entries({ search: query["search"], order: query["order"] });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined && value !== ""));
}

/** The paging of a documented list: `limit` and `cursor` from the query, where they are given. */
export function pageInput({ query }: RequestParts): { limit?: unknown; cursor?: unknown } {
  const limit = typeof query["limit"] === "string" && /^\d{1,9}$/.test(query["limit"]) ? Number(query["limit"]) : query["limit"];
  return { ...(limit !== undefined && { limit }), ...(query["cursor"] !== undefined && { cursor: query["cursor"] }) };
}

/** Says where the next page begins; the last page says nothing. */
export function nextCursorHeader(nextCursor: string | null): { headers?: Record<string, string> } {
  return nextCursor === null ? {} : { headers: { "X-Next-Cursor": nextCursor } };
}
