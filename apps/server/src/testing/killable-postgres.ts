import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { freePort } from "@hearth/processes/free-port";

/** A PostgreSQL of one test that flushes to disk, keeps its address, and can be killed. */
export interface KillablePostgres {
  url: string;
  /** Kills the postmaster and waits until no process of it is left. */
  kill(): Promise<void>;
  /** Starts it again from its data on disk. */
  start(): Promise<void>;
  /** Stops it and removes its folder. */
  close(): Promise<void>;
}

/** Starts a PostgreSQL in a temporary folder. */
export async function startKillablePostgres(): Promise<KillablePostgres> {
  const folder = await mkdtemp(join(tmpdir(), "hearth-outage-"));
  const options = { dataDir: join(folder, "pg"), port: await freePort(), persistent: true };
  let server = await startEmbeddedPostgres(options);
  return {
    url: server.url,
    kill: async () => {
      const lockFile = await readFile(join(options.dataDir, "postmaster.pid"), "utf8");
      process.kill(Number.parseInt(lockFile, 10), "SIGKILL");
      await server.exited;
    },
    start: async () => {
      server = await startEmbeddedPostgres(options);
    },
    close: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
