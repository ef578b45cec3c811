import { BackupProblem } from "@hearth/db/backup/manifest";
import type { Operator } from "@hearth/server/features/operations/operator";
import type { UploadStores } from "@hearth/server/features/operations/upload-stores";
import { exitCodes } from "./exit-codes.ts";
import { CommandFailure } from "./failure.ts";
import type { Settings } from "./settings.ts";

/** Returns the database's address for commands that work on it. It is a secret, so it is never a command-line argument. */
export function databaseUrl({ environment }: Settings): string {
  const url = environment["DATABASE_DIRECT_URL"] || environment["DATABASE_URL"];
  if (url && URL.canParse(url)) return url;
  const message =
    "This command works on the database itself. Set DATABASE_URL in the environment or in .env; npm start prints the one it uses.";
  throw new CommandFailure(message, exitCodes.usage);
}

/** Opens the server's store of uploaded documents. @throws CommandFailure if the environment variables are invalid. */
export async function uploadStores({ environment }: Settings): Promise<UploadStores> {
  const { openUploadStores } = await import("@hearth/server/features/operations/upload-stores"); // imported here, so that other commands start without it
  try {
    return openUploadStores(environment);
  } catch (cause) {
    throw cause instanceof Error ? new CommandFailure(cause.message, exitCodes.usage, { cause }) : cause;
  }
}

/** Runs work on the database and closes it. @throws CommandFailure if the database is unreachable or has another version. */
export async function withOperator<Result>(settings: Settings, work: (operator: Operator) => Promise<Result>): Promise<Result> {
  const url = databaseUrl(settings);
  const { openOperator } = await import("@hearth/server/features/operations/operator"); // imported here, so that other commands start without it
  const operator = await onDatabase(() => openOperator(url, settings.environment));
  try {
    return await work(operator);
  } finally {
    await operator.close();
  }
}

const connectionCodes = new Set(["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "ECONNRESET", "CONNECT_TIMEOUT", "28P01", "28000", "3D000"]);

/** Converts a database's errors to messages for people. */
export async function onDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof BackupProblem) throw new CommandFailure(cause.message, exitCodes.failed, { cause });
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (!connectionCodes.has(code)) throw cause;
    const message = `The database at DATABASE_URL cannot be opened (${code}). Is PostgreSQL running, and is the address right?`;
    throw new CommandFailure(message, exitCodes.unreachable, { cause });
  }
}
