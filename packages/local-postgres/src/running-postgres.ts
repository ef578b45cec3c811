import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { commandLine } from "@hearth/processes/leftover-process";

/** The account that owns the database, and its password: reachable from this machine only, so no secret. */
export const account = { user: "hearth", password: "hearth" };
/** The product's database. */
export const database = "hearth";

/** The address of a PostgreSQL of ours by its port; a database follows after a slash. */
export function serverUrl(port: number): string {
  return `postgres://${account.user}:${account.password}@127.0.0.1:${port}`;
}

/** The address of the product's database in a folder that a PostgreSQL is serving at the moment; undefined when none is. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const lockFile = await readFile(join(dataDir, "postmaster.pid"), "utf8").catch(() => "");
  const [pid, , , port] = lockFile.split("\n").map(Number);
  if (pid === undefined || port === undefined || !(await commandLine(pid)).includes(dataDir)) return undefined;
  return `${serverUrl(port)}/${database}`;
}
