import type { RestRow } from "../wire.ts";

/** The part of a request that one of a procedure's inputs comes from. The time zone is a parameter and a header at once. */
export interface InputPlace {
  in: (typeof places)[number];
  name: string;
}

const places = ["path", "query", "body", "timeZone"] as const;

/**
 * Finds the request part of each input by sending marked values through the row's own mapping, so that the description always matches it.
 * Inputs that no request can set are left out.
 */
export function probeInput(row: RestRow, names: string[]): Map<string, InputPlace> {
  const marks = (place: InputPlace["in"], all: string[]) => Object.fromEntries(all.map((name) => [name, `«${place}:${name}»`]));
  const parts = {
    params: marks("path", pathNames(row.path)),
    query: marks("query", names),
    body: marks("body", names),
    timeZone: "«timeZone:timeZone»",
  };
  const reached = Object.entries(Object(row.input(parts))).flatMap(([name, mark]): [string, InputPlace][] => {
    const [, found, from] = /^«(\w+):(\w+)»$/.exec(String(mark)) ?? [];
    const place = places.find((known) => known === found);
    return place === undefined || from === undefined ? [] : [[name, { in: place, name: from }]];
  });
  return new Map(reached);
}

/** Returns the parameter names between braces in a documented path. */
export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
}

/** The response of a row: the result, parts of it, or a file. */
export interface AnswerPlan {
  status: number;
  headers: string[];
  body: { file: string } | { whole: true } | { part: string } | { parts: Record<string, string | null> };
}

/**
 * Finds how a row builds its response by sending a marked result through it. In `parts`, a name means that part of the result, and
 * null for the whole.
 */
export function probeAnswer(row: RestRow, names: string[]): AnswerPlan {
  const result = Object.fromEntries(names.map((name) => [name, `«${name}»`]));
  const { status = 200, headers = {}, body, file } = row.answer(result);
  return { status, headers: Object.keys(headers), body: planBody(result, { body, headers, isFile: file !== undefined }) };
}

function planBody(
  result: object,
  { body, headers, isFile }: { body: unknown; headers: Record<string, string>; isFile: boolean },
): AnswerPlan["body"] {
  const type = headers["content-type"];
  // A content type taken from the result differs from file to file.
  if (isFile || Buffer.isBuffer(body)) return { file: type === undefined || partName(type) !== null ? "*/*" : type };
  if (body === result) return { whole: true };
  const part = partName(body);
  if (part !== null) return { part };
  const parts = Object.entries(Object(body)).map(([name, value]): [string, string | null] => [
    name,
    value === result ? null : partName(value),
  ]);
  return { parts: Object.fromEntries(parts) };
}

function partName(value: unknown): string | null {
  return typeof value === "string" ? (/^«(\w+)»$/.exec(value)?.[1] ?? null) : null;
}
