import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { commandLine } from "@hearth/processes/leftover-process";

/** The database's owner and password. No secret, because only this machine can reach it. */
export const account = { user: "hearth", password: "hearth" };
/** The name of the product's database. */
export const database = "hearth";

/** The address of our PostgreSQL on a port. Append a slash and a database name. */
export function serverUrl(port: number): string {
  return `postgres://${account.user}:${account.password}@127.0.0.1:${port}`;
}

/** Returns the address of the product's database in a folder that PostgreSQL is serving now. Undefined if none is. */
export async function findRunningPostgres(dataDir: string): Promise<string | undefined> {
  const lockFile = await readFile(join(dataDir, "postmaster.pid"), "utf8").catch(() => "");
  const [pid, , , port] = lockFile.split("\n").map(Number);
  if (pid === undefined || port === undefined || !(await commandLine(pid)).includes(dataDir)) return undefined;
  return `${serverUrl(port)}/${database}`;
}
