import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { freePort } from "@hearth/processes/free-port";
import { type RunningProcess, startProcess } from "@hearth/processes/start-process";
import type { HostMessage, HostOptions } from "./host.ts";
import { stopLeftoverPostgres } from "./leftover-postgres.ts";
import { fastestFolder } from "./quick-folder.ts";
import { commandAsUnprivileged } from "./unprivileged.ts";

const stopLimitMs = 20_000;

/** Settings for databases that live for minutes and have few rows: optimisations that pay off later are off. */
export const testSettings = ["jit=off", "autovacuum=off", "plan_cache_mode=force_generic_plan"];

/** Options for starting a PostgreSQL of our own. */
export interface EmbeddedPostgresOptions {
  /** The database folder. By default a new one, in memory if there is room. */
  dataDir?: string;
  /** The port on 127.0.0.1; a free one by default. */
  port?: number;
  /** False for tests: the folder is deleted at the end, and writes are not flushed to disk. */
  persistent: boolean;
  /** Additional PostgreSQL settings, as `name=value`. */
  settings?: string[];
  /** The file to append PostgreSQL's own log to. */
  logFile?: string;
}

/** A running PostgreSQL, in a process that ends with ours. */
export interface EmbeddedPostgres {
  url: string;
  /** Stops it in order and waits until nothing is left. Can be called twice. */
  stop: () => Promise<void>;
  /** Resolves when it has stopped for any reason. */
  exited: Promise<void>;
}

/** PostgreSQL could not be started. The message is a sentence for the person at the terminal; `detail` has the last log lines. */
export class EmbeddedPostgresError extends Error {
  readonly detail: string;
  constructor(message: string, detail = "") {
    super(message);
    this.name = "EmbeddedPostgresError";
    this.detail = detail;
  }
}

/**
 * Starts PostgreSQL from the npm package and returns the address of its database `hearth`.
 *
 * Ends a server that a killed run left in the same folder. Runs in a host process with its own process group, so that Ctrl-C reaches only
 * us and we choose the order of shutdown. When we die in any way, the host notices and shuts the database down. @throws an Error whose
 * message says what to do; an EmbeddedPostgresError also has log lines.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir ?? join(await mkdtemp(join(await fastestFolder(), "hearth-pg-")), "pg"));
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
