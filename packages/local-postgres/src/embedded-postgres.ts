import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { freePort } from "@hearth/processes/free-port";
import { type RunningProcess, startProcess } from "@hearth/processes/start-process";
import type { HostMessage, HostOptions } from "./host.ts";
import { stopLeftoverPostgres } from "./leftover-postgres.ts";
import { quickFolder } from "./quick-folder.ts";
import { commandAsUnprivileged } from "./unprivileged.ts";

const stopLimitMs = 20_000;

/** How to start a PostgreSQL of our own. */
export interface EmbeddedPostgresOptions {
  /** The folder that holds the database; a fresh one, in memory where there is room, when left out. */
  dataDir?: string;
  /** The port on 127.0.0.1; a free one when left out. */
  port?: number;
  /** False for tests: the folder is deleted at the end, and writes are not flushed to disk. */
  persistent: boolean;
  /** Further settings of PostgreSQL, as `name=value`. */
  settings?: string[];
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
  const dataDir = resolve(options.dataDir ?? join(await mkdtemp(join(await quickFolder(), "hearth-pg-")), "pg"));
  await stopLeftoverPostgres(dataDir);
  const port = options.port ?? (await freePort());
  const host = await startHost({ dataDir, port, durable: options.persistent, settings: options.settings ?? [] }, options.logFile);
  const stop = async (): Promise<void> => {
    await host.stop();
    if (!options.persistent) await rm(options.dataDir ?? resolve(dataDir, ".."), { recursive: true, force: true });
  };
  try {
    return { url: await ready(host), stop, exited: host.ended.then(() => undefined) };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startHost(hostOptions: HostOptions, logFile: string | undefined): Promise<RunningProcess> {
  const script = [join(import.meta.dirname, "host.ts"), JSON.stringify(hostOptions)];
  const command = await commandAsUnprivileged([process.execPath, ...script], hostOptions.dataDir);
  return startProcess(command, { lifeline: "channel", stopLimitMs, ...(logFile !== undefined && { logFile }) });
}

async function ready(host: RunningProcess): Promise<string> {
  const message = await host.message();
  if (!isHostMessage(message)) throw new EmbeddedPostgresError("PostgreSQL ended before it was ready.", host.output());
  if (message.kind === "failed") throw new EmbeddedPostgresError(message.sentence, message.detail);
  return message.url;
}

function isHostMessage(message: unknown): message is HostMessage {
  return typeof message === "object" && message !== null && "kind" in message;
}
