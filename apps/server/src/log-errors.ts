/** An error as a log line contains it. */
export interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
  /** The first errors of an AggregateError. */
  errors?: LoggedError[];
  [property: string]: unknown;
}

/** Properties of an error that are logged as well: names and numbers set by programs, never a visitor's input. */
const loggedProperties = [
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

const maxErrors = 5;
const maxCauses = 8;

/**
 * Describes any thrown value for a log line: name, message, stack frames and causes. Leaves out the values of a failed statement, which may
 * be hashes, secrets and personal data. Drizzle's message contains all of them, and PostgreSQL's quotes the one that it cannot parse.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: typeof error === "string" ? error : "Something was thrown that is no error" };
  const logged: LoggedError = { type: error.name === "Error" ? error.constructor.name : error.name, message: safeMessage(error) };
  const frames = stackFrames(error);
  if (frames !== "") logged.stack = frames;
  for (const property of loggedProperties) {
    const value: unknown = Reflect.get(error, property);
    if (typeof value === "string" || typeof value === "number") logged[property] = value;
  }
  if (depth >= maxCauses) return logged;
  if (error.cause !== undefined) logged.cause = describeError(error.cause, depth + 1);
  if (error instanceof AggregateError) logged.errors = error.errors.slice(0, maxErrors).map((inner) => describeError(inner, depth + 1));
  return logged;
}

function safeMessage(error: Error, depth = 0): string {
  if (depth > maxCauses) return "[left out]";
  if ("params" in error && "query" in error && typeof error.query === "string") return `Failed query: ${error.query}`;
  const quotesParameter = "severity" in error && "code" in error && typeof error.code === "string" && error.code.startsWith("22");
  if (quotesParameter) return error.message.replace(/".*"/s, '"..."');
  // A wrapping error may repeat the message of its cause, as tRPC's does.
  const { cause } = error;
  if (!(cause instanceof Error) || cause.message === "") return error.message;
  return error.message.replaceAll(cause.message, () => safeMessage(cause, depth + 1));
}

/** Returns the stack frames without the message before them, which may contain secrets in lines that look like frames. */
function stackFrames({ stack = "", message }: Error): string {
  const messageStart = stack.indexOf(message);
  const frames = messageStart === -1 ? "" : stack.slice(messageStart + message.length);
  return frames
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
}
