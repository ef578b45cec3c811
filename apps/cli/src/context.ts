import { createHearthClient, type HearthClient } from "@hearth/client/hearth-client";
import { createCredentials, type Credentials } from "./credentials.ts";
import { notSignedIn } from "./failure.ts";
import type { Settings } from "./settings.ts";
import { createTerminal, type Streams, type Terminal } from "./terminal.ts";

/** What a command works with. */
export interface CommandContext {
  settings: Settings;
  credentials: Credentials;
  terminal: Terminal;
  /** The server as nobody, for signing in. */
  anonymous: HearthClient;
  /** The server as the admin who is signed in. @throws CommandFailure where nobody is. */
  admin(): Promise<HearthClient>;
}

/** Makes what every command works with; nothing is asked or opened yet. */
export function createContext(settings: Settings, streams: Streams): CommandContext {
  const credentials = createCredentials(settings.configFolder);
  const url = settings.server;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    settings,
    credentials,
    terminal: createTerminal(streams),
    anonymous: createHearthClient({ url, timeZone }),
    admin: async () => {
      const signIn = await credentials.find(url);
      if (signIn === null) throw notSignedIn(url);
      return createHearthClient({ url, token: signIn.token, timeZone });
    },
  };
}
