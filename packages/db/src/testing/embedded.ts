import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { HostMessage, HostOptions } from "./embedded-host.ts";
import { freePort } from "./embedded-port.ts";
import { stopLeftoverPostgres } from "./embedded-leftover.ts";
import { commandAsUnprivileged } from "./embedded-user.ts";

const stopLimitMs = 20_000;

/** How to start a PostgreSQL of our own. */
export interface EmbeddedPostgresOptions {
  /** The folder that holds the database; a fresh temporary one when left out. */
  dataDir?: string;
  /** The port on 127.0.0.1; a free one when left out. */
  port?: number;
  /** False for tests: the folder is deleted at the end, and writes are not flushed to disk. */
  persistent: boolean;
  /** A file that PostgreSQL's own log is appended to. */
  logFile?: string;
}

/** A running PostgreSQL, in a process that ends with ours. */
export interface EmbeddedPostgres {
  url: string;
  /** Ends it in order, waits, and makes sure that nothing is left. Safe to call twice. */
  stop: () => Promise<void>;
  /** Resolves when it is no longer running, for whatever reason. */
  exited: Promise<void>;
}

/** PostgreSQL could not be started; the message is a sentence for the person at the terminal, `detail` its last log lines. */
export class EmbeddedPostgresError extends Error {
  readonly detail: string;
  constructor(message: string, detail = "") {
    super(message);
    this.name = "EmbeddedPostgresError";
    this.detail = detail;
  }
}

/**
 * Starts PostgreSQL from the npm package and answers the address of its database `hearth`.
 *
 * Ends a server that a killed run left behind in the same folder. Runs in a host process with its own process group, so that
 * Ctrl-C reaches only us and we decide the order; when we die in whatever way, the host notices and shuts the database down.
 * @throws an Error whose message is a sentence that says what to do; an EmbeddedPostgresError carries log lines as well.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir ?? join(await mkdtemp(join(tmpdir(), "hearth-pg-")), "pg"));
  await stopLeftoverPostgres(dataDir);
  const port = options.port ?? (await freePort());
  const host = await spawnHost({ dataDir, port, durable: options.persistent }, options.logFile);
  const exited = host.exitCode === null && host.signalCode === null ? once(host, "exit").then(() => undefined) : Promise.resolve();
  const stop = async (): Promise<void> => {
    await stopHost(host, exited);
    if (!options.persistent) await rm(options.dataDir ?? resolve(dataDir, ".."), { recursive: true, force: true });
  };
  try {
    return { url: await ready(host), stop, exited };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function spawnHost(hostOptions: HostOptions, logFile: string | undefined): Promise<ChildProcess> {
  const log = logFile === undefined ? undefined : await open(logFile, "a");
  const script = [join(import.meta.dirname, "embedded-host.ts"), JSON.stringify(hostOptions)];
  const [command, ...args] = await commandAsUnprivileged([process.execPath, ...script], hostOptions.dataDir);
  if (command === undefined) throw new EmbeddedPostgresError("There is no command to start PostgreSQL with.");
  const output = log?.fd ?? "ignore";
  const host = spawn(command, args, { detached: true, windowsHide: true, stdio: ["ignore", output, output, "ipc"] });
  await log?.close();
  return host;
}

function ready(host: ChildProcess): Promise<string> {
  return new Promise((fulfil, reject) => {
    host.once("error", (error) => reject(new EmbeddedPostgresError(`PostgreSQL could not be started: ${error.message}`)));
    host.once("exit", () => reject(new EmbeddedPostgresError("PostgreSQL ended before it was ready.")));
    host.once("message", (message: HostMessage) => {
      if (message.kind === "ready") fulfil(message.url);
      else reject(new EmbeddedPostgresError(message.sentence, message.detail));
    });
  });
}

async function stopHost(host: ChildProcess, exited: Promise<void>): Promise<void> {
  if (host.pid === undefined) return;
  if (host.connected) host.disconnect();
  const limit = setTimeout(() => killGroup(host), stopLimitMs);
  await exited;
  clearTimeout(limit);
}

function killGroup(host: ChildProcess): void {
  if (host.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? host.pid : -host.pid, "SIGKILL");
  } catch {
    // It is gone already, which is what was wanted.
  }
}
