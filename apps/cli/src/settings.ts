import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { readAddress } from "./global-options.ts";

/** Settings from the command line and the environment. */
export interface Settings {
  server: string;
  /** The folder of the stored sign-in. */
  configFolder: string;
  /** The server's own variables, including `.env`, for commands that work on the database itself. */
  environment: Record<string, string | undefined>;
}

/** Reads the environment. A `.env` file in the current folder supplies missing variables, as in the server's launcher. */
export function readSettings(server: string | null, given: Record<string, string | undefined>): Settings {
  const environment = { ...(existsSync(".env") ? parseEnv(readFileSync(".env", "utf8")) : {}), ...given };
  const { HEARTH_SERVER, XDG_CONFIG_HOME, APPDATA, PORT } = environment;
  return {
    server: server ?? (HEARTH_SERVER ? readAddress(HEARTH_SERVER) : `http://localhost:${PORT || 5000}`),
    configFolder: join(XDG_CONFIG_HOME || APPDATA || join(homedir(), ".config"), "hearth"),
    environment,
  };
}
