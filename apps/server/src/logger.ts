import { type Logger, pino } from "pino";

/** What never reaches a log line, wherever it turns up in what is logged. */
const secretNames = [
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
  "databaseUrl",
];
/** Words that are secret only where a visitor sent them; elsewhere a `code` is an error's name. */
const sentNames = ["query.code", "query.state", "body.code", "input.code"];
const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*.*.${name}`]).concat(sentNames);

/** What a log line says of a request: never its query (it holds inputs), and no checkout's reference. */
function describeRequest(request: { method?: string; url?: string; ip?: string }) {
  const path = request.url?.split("?", 1)[0] ?? "";
  return { method: request.method, path: path.replace(/[0-9a-f]{64}/gi, "[reference]"), ip: request.ip };
}

/** The server's log: one JSON object a line on standard output, without secrets. */
export function createLogger(level: string, destination?: { write(line: string): void }): Logger {
  const options = {
    level,
    redact: { paths, censor: "[redacted]" },
    base: null,
    serializers: { req: describeRequest },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
