import { type Logger, pino } from "pino";
import { describeError } from "./log-errors.ts";

/** What never reaches a log line, wherever it turns up in what is logged. */
const secretNames = new Set([
  "authorization",
  "cookie",
  "password",
  "passwordHash",
  "currentPassword",
  "newPassword",
  "token",
  "tokenHash",
  "signature",
  "secret",
  "reference",
  "privateKey",
  "relayerPrivateKey",
  "relayerSigner",
  "databaseUrl",
  "databaseDirectUrl",
  "metricsToken",
]);
/** Words that are secret only where a visitor sent them; elsewhere a `code` is an error's name. */
const sentNames = new Set(["query.code", "query.state", "body.code", "input.code"]);
/** What is further inside is left out: nothing that is logged on purpose is so deep. */
const deepest = 6;

/** What a log line says of a request: never its query (it holds inputs), and no checkout's reference. */
function describeRequest(request: { method?: string; url?: string; ip?: string }) {
  const path = request.url?.split("?", 1)[0] ?? "";
  return { method: request.method, path: path.replace(/[0-9a-f]{64}/gi, "[reference]"), ip: request.ip };
}

/** What is written in a way of its own, whatever it holds. */
const serializers = { req: describeRequest, err: describeError };

/** A copy of what is logged, in which secrets are crossed out; a line of figures and words costs a look at each of its names. */
function withoutSecrets(logged: object, within = "", depth = 0): Record<string, unknown> {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(logged)) {
    const isSecret = secretNames.has(name) || sentNames.has(`${within}.${name}`);
    kept[name] = isSecret ? "[redacted]" : depth === 0 && name in serializers ? value : withoutSecretsWithin(value, name, depth + 1);
  }
  return kept;
}

function withoutSecretsWithin(value: unknown, name: string, depth: number): unknown {
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (value instanceof Error) return describeError(value);
  if (depth > deepest) return "[left out]";
  return Array.isArray(value) ? value.map((item) => withoutSecretsWithin(item, name, depth + 1)) : withoutSecrets(value, name, depth);
}

interface LogOptions {
  /** Where lines go instead of standard output. */
  destination?: { write(line: string): void } | undefined;
  /** What each line says besides. */
  mixin?: (() => object) | undefined;
}

/**
 * The server's log: one JSON object a line on standard output, without secrets. Lines of one moment are written together while the work goes on, and
 * what is left when the process ends, or right after a fatal one, at once: only a process that is killed the hard way takes its last ones along.
 */
export function createLogger(level: string, { destination, mixin }: LogOptions = {}): Logger {
  const options = {
    level,
    formatters: { log: (logged: object) => withoutSecrets(logged) },
    base: { pid: process.pid },
    serializers,
    ...(mixin && { mixin }),
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return pino(options, destination ?? pino.destination({ sync: false }));
}
