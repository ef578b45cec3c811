import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createTRPCClient, httpLink, httpSubscriptionLink, splitLink } from "@trpc/client";
import { EventSource } from "eventsource";
import getPort from "get-port";
import type { AppRouter } from "../trpc/root.ts";

const mainFile = fileURLToPath(new URL("../main.ts", import.meta.url));
/** A test run that is killed leaves no server behind. */
const dieWithParent = new URL("../../../../scripts/die-with-parent.ts", import.meta.url).href;

/** A whole server in a process of its own, as an operator runs it. */
export interface ServerProcess {
  url: string;
  /** The typed API as whoever holds the token; subscriptions only to what needs none. */
  client(token?: string): ReturnType<typeof createTRPCClient<AppRouter>>;
  /** Ends it the hard way and waits until it is gone. */
  kill(): Promise<void>;
  /** Ends it in order. */
  stop(): Promise<void>;
}

/** Starts a server and waits until it serves; what it prints is shown only when it ends by itself. */
export async function startServerProcess(env: Record<string, string>): Promise<ServerProcess> {
  const port = await getPort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ["--import", dieWithParent, mainFile], {
    env: {
      PATH: process.env["PATH"],
      NETWORK: "local",
      RATE_LIMITS: "off",
      LOG_LEVEL: "warn",
      PUBLIC_ORIGIN: url,
      ...env,
      PORT: String(port),
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const output = collect(child);
  await waitUntilReady(url, child, output);
  let isEnding = false;
  child.once("exit", () => {
    if (!isEnding) process.stderr.write(`The server at ${url} ended by itself:\n${output()}\n`);
  });
  const end = async (signal: NodeJS.Signals) => {
    isEnding = true;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  };
  return {
    url,
    client: (token) =>
      createTRPCClient<AppRouter>({
        links: [
          splitLink({
            condition: ({ type }) => type === "subscription",
            true: httpSubscriptionLink({ url: `${url}/trpc`, EventSource }),
            false: httpLink({ url: `${url}/trpc`, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }),
          }),
        ],
      }),
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}

/** Keeps the newest lines that a process prints. */
function collect(child: ChildProcess): () => string {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (text = (text + chunk.toString()).slice(-4_000)));
  return () => text;
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempt = 0; attempt < 2_400; attempt++) {
    if (child.exitCode !== null) throw new Error(`The server ended before it served:\n${output()}`);
    const ready = await fetch(`${url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await sleep(50);
  }
  throw new Error(`The server did not become ready:\n${output()}`);
}

/** Asks again and again until the answer satisfies, for at most two minutes. */
export async function eventually<Answer>(
  ask: () => Promise<Answer>,
  satisfied: (answer: Answer) => boolean,
  limitMs = 120_000,
): Promise<Answer> {
  const end = Date.now() + limitMs;
  for (;;) {
    const answer = await ask().catch((error: unknown) => error);
    if (!(answer instanceof Error) && satisfied(answer as Answer)) return answer as Answer;
    if (Date.now() > end) throw new Error("It did not come about in time", { cause: answer });
    await sleep(100);
  }
}
