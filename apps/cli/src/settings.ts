import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { exitCodes } from "./exit-codes.ts";
import { CommandFailure } from "./failure.ts";
import { type GlobalOptions, readAddress } from "./global-options.ts";

/** Settings from the command line and the environment. */
export interface Settings {
  server: string;
  /** The folder of the stored sign-in. */
  configFolder: string;
  /** The server's own variables, including `.env`, for commands that work on the database itself. */
  environment: Record<string, string | undefined>;
}

/**
 * Reads the environment. A `.env` file in the current folder supplies the server's own variables, as in the server's launcher. It does not
 * choose the server or the folder of sign-ins, because it may be a stranger's. @throws CommandFailure for plain http to another machine.
 */
export function readSettings(
  { server, allowsHttp }: Pick<GlobalOptions, "server" | "allowsHttp">,
  given: Record<string, string | undefined>,
  folder = ".",
): Settings {
  const file = join(folder, ".env");
  const environment = { ...(existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {}), ...given };
  const { HEARTH_SERVER, XDG_CONFIG_HOME, APPDATA } = given;
  const address = server ?? (HEARTH_SERVER ? readAddress(HEARTH_SERVER) : `http://localhost:${environment["PORT"] || 5000}`);
  if (!allowsHttp && !isProtected(address))
    throw new CommandFailure(
      `${address} would get passwords unencrypted. Use https, or pass --allow-http if you trust the network.`,
      exitCodes.usage,
    );
  return { server: address, configFolder: join(XDG_CONFIG_HOME || APPDATA || join(homedir(), ".config"), "hearth"), environment };
}

/** True where nobody on the way can read what is sent: over TLS, or within this machine. */
function isProtected(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
