import { once } from "node:events";
import { open } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { guardAgainstOrphaning } from "./orphan-guard.ts";

const dieWithParent = new URL("./die-with-parent.ts", import.meta.url).href;
/** Where Node keeps what it has compiled, so that the next process of this code need not; emptied by whoever likes. */
export const compileCache = fileURLToPath(new URL("../../../node_modules/.cache/compiled", import.meta.url));
const defaultStopLimitMs = 15_000;
const keptOutput = 4_000;

/** How a process is started. */
export interface StartOptions {
  cwd?: string;
  /** The whole environment of the process; the starter's own when left out. */
  env?: NodeJS.ProcessEnv;
  /** The file that what it prints is appended to; without one the newest of it is kept for `output`. */
  logFile?: string;
  /** How long it may take to end when asked; then it is ended by force. */
  stopLimitMs?: number;
}

/** How a process is started that ends with this one. */
export interface LifelineOptions extends StartOptions {
  /**
   * How it ends when this process is gone: by itself, since it watches the channel that it is given (`process.on("disconnect")`), or killed by a
   * guard, since it knows nothing of channels.
   */
  lifeline: "channel" | "guard";
  /** What its environment has besides, unless it says otherwise itself. */
  addedEnv?: Record<string, string>;
}

/** A process that was started; it leads a process group, so that a Ctrl-C in the terminal reaches only its starter. */
export interface RunningProcess {
  /** Undefined when it could not be started. */
  pid: number | undefined;
  /** Resolves with its exit code, or with the signal or the reason that ended it. Never rejects. */
  ended: Promise<number | string>;
  /** The newest of what it printed; empty when that goes to a log file. */
  output(): string;
  /** The next message that the process sends over the channel; undefined when it ends without one. */
  message(): Promise<unknown>;
  /** Asks it to end, waits, and ends by force what is then left of it and of its own children. Safe to call again. */
  stop(): Promise<void>;
  /** Ends it and its children by force, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Starts a Node program, which ends in order when it is stopped (as on SIGTERM) and when this process is gone in whatever way. */
export function startNode(script: string[], options: StartOptions = {}): Promise<RunningProcess> {
  const addedEnv = { NODE_COMPILE_CACHE: compileCache };
  return startProcess([process.execPath, "--import", dieWithParent, ...script], { ...options, addedEnv, lifeline: "channel" });
}

/** Starts a program that does not outlive this process, however this one ends. */
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
    stdout: log ?? "pipe", // the open file itself is passed on: what is printed does not travel through this process
    stderr: log ?? "pipe",
    buffer: false,
    reject: false,
    killDescendants: true,
    cleanup: lifeline === "guard", // a closed channel says it once; a signal on top would be the second, at which programs end at once
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
    child.kill("SIGKILL"); // what it started itself
  };
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  return { pid, ended, output: () => output.trim(), message, stop, kill };
}
