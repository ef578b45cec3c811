import { type Logger, pino } from "pino";
import { describeError } from "./log-errors.ts";

/** Names whose values are never logged, at any depth. */
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
/** Names that are secret only in a visitor's input; elsewhere a `code` is an error's name. */
const sentNames = new Set(["query.code", "query.state", "body.code", "input.code"]);
/** Values nested deeper are left out: nothing logged on purpose is that deep. */
const deepest = 6;

/** Secrets in the path of a link: a reference, a token of a mail, a device or a session, and the signature of an unsubscribe link. */
const linkSecrets: [secret: RegExp, name: string][] = [
  [/[0-9a-f]{64}/gi, "[reference]"],
  [/hr[a-z]_[\w-]{16,}/g, "[token]"],
  [/(?<=\.)[\w-]{40,}/g, "[signature]"],
];

/** Describes a request without its query (it contains inputs) and without the secrets of links. */
function describeRequest(request: { method?: string; url?: string; ip?: string }) {
  const [path = ""] = request.url?.split(/[?#]/, 1) ?? [];
  return { method: request.method, path: withoutLinkSecrets(path), ip: request.ip };
}

/** Replaces the secrets in a path. Mail programs may have escaped any of its characters. */
function withoutLinkSecrets(path: string): string {
  const replace = (text: string) => linkSecrets.reduce((rest, [secret, name]) => rest.replace(secret, name), text);
  const plain = path.replaceAll(/%([2-7][0-9a-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const replaced = replace(plain);
  return replaced === plain ? path : replaced;
}

/** Names with a format of their own, whatever their value contains. */
const serializers = { req: describeRequest, err: describeError };

/** Copies logged values with secrets redacted. Costs one lookup for each name. */
function withoutSecrets(logged: object, within = "", depth = 0): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(logged)) {
    const isSecret = secretNames.has(name) || sentNames.has(`${within}.${name}`);
    copy[name] = isSecret ? "[redacted]" : depth === 0 && name in serializers ? value : withoutSecretsWithin(value, name, depth + 1);
  }
  return copy;
}

function withoutSecretsWithin(value: unknown, name: string, depth: number): unknown {
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (value instanceof Error) return describeError(value);
  if (depth > deepest) return "[left out]";
  return Array.isArray(value) ? value.map((item) => withoutSecretsWithin(item, name, depth + 1)) : withoutSecrets(value, name, depth);
}

interface LogOptions {
  /** Receives the lines instead of standard output. */
  destination?: { write(line: string): void } | undefined;
  /** Returns properties added to each line. */
  mixin?: (() => object) | undefined;
}

/**
 * Creates the server's log: one JSON object a line on standard output, without secrets. Buffers lines while the process runs, and flushes
 * them at exit and after a fatal one. Only a process that is killed hard loses its last lines.
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
