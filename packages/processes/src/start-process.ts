import { once } from "node:events";
import { open } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { guardAgainstOrphaning } from "./orphan-guard.ts";

const dieWithParent = new URL("./die-with-parent.ts", import.meta.url).href;
/** Folder of Node's compile cache, which speeds up later processes of this code. It can be deleted at any time. */
export const compileCache = fileURLToPath(new URL("../../../node_modules/.cache/compiled", import.meta.url));
const defaultStopLimitMs = 15_000;
const keptOutput = 4_000;

/** Options for starting a process. */
export interface StartOptions {
  cwd?: string;
  /** The process's whole environment. Defaults to the starter's own. */
  env?: NodeJS.ProcessEnv;
  /** The file to append its output to. Without one, the newest output is kept for `output`. */
  logFile?: string;
  /** Time it may take to stop before it is killed. */
  stopLimitMs?: number;
}

/** Options for starting a process that ends with this one. */
export interface LifelineOptions extends StartOptions {
  /**
   * The way the process ends when this one dies. `channel`: it watches its IPC channel itself (`process.on("disconnect")`). `guard`: a
   * guard process kills it, because it cannot watch a channel.
   */
  lifeline: "channel" | "guard";
  /** Additional environment variables. Values in `env` take precedence. */
  addedEnv?: Record<string, string>;
}

/** A started process. It leads its own process group, so that Ctrl-C in the terminal reaches only its starter. */
export interface RunningProcess {
  /** Undefined if it could not be started. */
  pid: number | undefined;
  /** Resolves with the exit code, or with the signal or reason that ended it. Never rejects. */
  ended: Promise<number | string>;
  /** The newest output. Empty if it goes to a log file. */
  output(): string;
  /** Resolves with the next message on the channel, or undefined if the process ends without one. */
  message(): Promise<unknown>;
  /** Asks it to end, waits, then kills it if it is still running, and any of its children. Can be called again. */
  stop(): Promise<void>;
  /** Kills it and its children, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a Node program. It shuts down in order, as on SIGTERM, when stopped or when this process dies in any way. */
export function startNode(script: string[], options: StartOptions = {}): Promise<RunningProcess> {
  const addedEnv = { NODE_COMPILE_CACHE: compileCache };
  return startProcess([process.execPath, "--import", dieWithParent, ...script], { ...options, addedEnv, lifeline: "channel" });
}

/** Starts a program that does not outlive this process. */
export async function startProcess(
  [command = "", ...args]: string[],
  { cwd, env, logFile, stopLimitMs = defaultStopLimitMs, lifeline, addedEnv }: LifelineOptions,
): Promise<RunningProcess> {
  const log = logFile === undefined ? undefined : (await open(logFile, "a")).createWriteStream();
  const child = execa(command, args, {
    ...(cwd !== undefined && { cwd }),
    env: { ...addedEnv, ...env },
    extendEnv: env === undefined,
    ipc: lifeline === "channel",
    stdin: "ignore",
    stdout: log ?? "pipe", // passes on the file itself, so that output does not travel through this process
    stderr: log ?? "pipe",
    buffer: false,
    reject: false,
    killDescendants: true,
    cleanup: lifeline === "guard", // the closed channel already stops it; a second signal would make programs end at once
    forceKillAfterDelay: stopLimitMs,
  });
  log?.destroy();
  const { pid, nodeChildProcess: node } = child;
  const release = lifeline === "guard" && pid !== undefined ? guardAgainstOrphaning(pid) : undefined;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-keptOutput)));
  }
  node.once("exit", () => release?.());
  const ended = child.then(({ exitCode, signal, shortMessage }) => exitCode ?? signal ?? shortMessage ?? "it could not be started");
  const message = async (): Promise<unknown> => {
    const [sent] = await Promise.race([once(node, "message"), ended.then(() => [undefined])]);
    return sent;
  };
  const stop = async (): Promise<void> => {
    if (node.connected) node.disconnect();
    else if (node.exitCode === null && node.signalCode === null) child.kill();
    const limit = setTimeout(() => child.kill("SIGKILL"), stopLimitMs);
    await ended;
    clearTimeout(limit);
    child.kill("SIGKILL"); // its own children
  };
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  return { pid, ended, output: () => output.trim(), message, stop, kill };
}
