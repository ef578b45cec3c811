/** What a log line says of an error. */
export interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
  /** The first of several that were thrown as one. */
  errors?: LoggedError[];
  [fact: string]: unknown;
}

/** What else of an error is told: names and figures that programs give, and nothing that a visitor sent. */
const facts = [
  "code",
  "status",
  "statusCode",
  "syscall",
  "address",
  "port",
  "severity",
  "routine",
  "schema_name",
  "table_name",
  "column_name",
  "constraint_name",
];

const mostErrors = 5;
const mostCauses = 8;

/**
 * What a log line says of anything thrown: its name, words, frames and causes. A failed statement is told without its values, which may be hashes,
 * secrets and people's data: neither Drizzle's words, which hold all of them, nor PostgreSQL's, which quote the one it cannot read.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: typeof error === "string" ? error : "Something was thrown that is no error" };
  const told: LoggedError = { type: error.name === "Error" ? error.constructor.name : error.name, message: wordsOf(error) };
  const frames = framesOf(error);
  if (frames !== "") told.stack = frames;
  for (const fact of facts) {
    const value: unknown = Reflect.get(error, fact);
    if (typeof value === "string" || typeof value === "number") told[fact] = value;
  }
  if (depth >= mostCauses) return told;
  if (error.cause !== undefined) told.cause = describeError(error.cause, depth + 1);
  if (error instanceof AggregateError) told.errors = error.errors.slice(0, mostErrors).map((one) => describeError(one, depth + 1));
  return told;
}

function wordsOf(error: Error, depth = 0): string {
  if (depth > mostCauses) return "[left out]";
  if ("params" in error && "query" in error && typeof error.query === "string") return `Failed query: ${error.query}`;
  const isUnreadable = "severity" in error && "code" in error && typeof error.code === "string" && error.code.startsWith("22");
  if (isUnreadable) return error.message.replace(/".*"/s, '"..."');
  // Whoever wraps an error may repeat its words, as tRPC does.
  const { cause } = error;
  if (!(cause instanceof Error) || cause.message === "") return error.message;
  return error.message.replaceAll(cause.message, () => wordsOf(cause, depth + 1));
}

/** Where it was thrown, without the words that stand before: they may hold what may not be told, in lines that look like frames. */
function framesOf({ stack = "", message }: Error): string {
  const words = stack.indexOf(message);
  const frames = words === -1 ? "" : stack.slice(words + message.length);
  return frames
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
}
