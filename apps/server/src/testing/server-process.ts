import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startNode } from "@hearth/processes/start-process";
import { answers, untilReady } from "@hearth/processes/until-ready";
import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { EventSource } from "eventsource";
import { freePort } from "@hearth/processes/free-port";
import type { AppRouter } from "../trpc/root.ts";

const mainFile = fileURLToPath(new URL("../main.ts", import.meta.url));
const readyLimitMs = 600_000; // on a busy machine it loads for minutes

/** A whole server in a process of its own, as operators run it. */
export interface ServerProcess {
  url: string;
  pid: number | undefined;
  /** Its newest output. */
  output(): string;
  /** A client of the typed API with this token. Subscriptions send no token. */
  client(token?: string): ReturnType<typeof createTRPCClient<AppRouter>>;
  /** Kills it with SIGKILL and waits until it is gone. */
  kill(): Promise<void>;
  /** Stops it gracefully. */
  stop(): Promise<void>;
}

/** Starts a server and waits until it serves. Prints its output only when it exits unexpectedly. */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const port = await freePort();
  // By host name, as people reach it: a passkey belongs to a host name.
  const url = `http://localhost:${port}`;
  const server = await startNode([mainFile], {
    env: {
      PATH: process.env["PATH"],
      NETWORK: "local",
      RATE_LIMITS: "off",
      LOG_LEVEL: "warn",
      PUBLIC_ORIGIN: url,
      ...env,
      PORT: String(port),
    },
  });
  await untilReady(server, () => answers(`${url}/health/ready`), readyLimitMs).catch(async (error: unknown) => {
    await server.kill();
    throw error;
  });
  let isEnding = false;
  void server.ended.then((ending) => {
    if (!isEnding) process.stderr.write(`The server at ${url} ended by itself (${ending}):\n${server.output()}\n`);
  });
  return {
    url,
    pid: server.pid,
    output: () => server.output(),
    client: (token) => clientAt(url, token),
    kill: () => {
      isEnding = true;
      return server.kill();
    },
    stop: () => {
      isEnding = true;
      return server.stop();
    },
  };
}

/** A client of the typed API at a URL with this token. Subscriptions send no token. */
export function clientAt(url: string, token?: string): ReturnType<typeof createTRPCClient<AppRouter>> {
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: ({ type }) => type === "subscription",
        true: httpSubscriptionLink({ url: `${url}/trpc`, EventSource }),
        false: httpLink({ url: `${url}/trpc`, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }),
      }),
    ],
  });
}

/** Repeats a call until its answer satisfies, for at most two minutes by default. */
export async function eventually<Answer>(
  ask: () => Promise<Answer>,
  satisfied: (answer: Answer) => boolean,
  limitMs = 120_000,
): Promise<Answer> {
  const end = Date.now() + limitMs;
  for (;;) {
    const outcome = await ask().then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    );
    if ("answer" in outcome && satisfied(outcome.answer)) return outcome.answer;
    if (Date.now() > end) throw new Error("Timed out", { cause: "error" in outcome ? outcome.error : outcome.answer });
    await sleep(100);
  }
}
