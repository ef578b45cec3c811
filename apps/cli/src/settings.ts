import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { readAddress } from "./global-options.ts";

/** What the surroundings say. */
export interface Settings {
  /** The server's address. */
  server: string;
  /** Where the sign-in is kept. */
  configFolder: string;
  /** For the commands that work on the database itself: the server's own variables, `.env` included. */
  environment: Record<string, string | undefined>;
}

/** Reads the environment, with a `.env` in the current folder filling in what it leaves open, as the server's launcher does. */
export function readSettings(server: string | null, given: Record<string, string | undefined>): Settings {
  const environment = { ...(existsSync(".env") ? parseEnv(readFileSync(".env", "utf8")) : {}), ...given };
  const { HEARTH_SERVER, XDG_CONFIG_HOME, APPDATA, PORT } = environment;
  return {
    server: server ?? (HEARTH_SERVER ? readAddress(HEARTH_SERVER) : `http://localhost:${PORT || 5000}`),
    configFolder: join(XDG_CONFIG_HOME || APPDATA || join(homedir(), ".config"), "hearth"),
    environment,
  };
}
