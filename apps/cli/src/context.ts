import { createHearthClient, type HearthClient } from "@hearth/client/hearth-client";
import { createCredentials, createDeviceCookies, type Credentials } from "./credentials.ts";
import { notSignedIn } from "./failure.ts";
import type { Settings } from "./settings.ts";
import { createTerminal, type Streams, type Terminal } from "./terminal.ts";

/** The dependencies of every command. */
export interface CommandContext {
  settings: Settings;
  credentials: Credentials;
  terminal: Terminal;
  /** A client without a sign-in, which the server knows as this device once somebody has signed in. */
  anonymous: HearthClient;
  /** Returns a client of the signed-in admin. @throws CommandFailure if nobody is signed in. */
  admin(): Promise<HearthClient>;
}

/** Creates the dependencies of a command without any request or prompt. */
export function createContext(settings: Settings, streams: Streams): CommandContext {
  const credentials = createCredentials(settings.configFolder);
  const cookies = createDeviceCookies(settings.configFolder);
  const url = settings.server;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    settings,
    credentials,
    terminal: createTerminal(streams),
    anonymous: createHearthClient({
      url,
      timeZone,
      device: { read: () => cookies.find(url), keep: (cookie) => cookies.save(url, cookie) },
    }),
    admin: async () => {
      const signIn = await credentials.find(url);
      if (signIn === null) throw notSignedIn(url);
      return createHearthClient({ url, token: signIn.token, timeZone });
    },
  };
}
