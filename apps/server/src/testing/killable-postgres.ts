import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { freePort } from "@hearth/processes/free-port";

/** A PostgreSQL of a test's own that flushes to disk, stays at one address, and may be killed. */
export interface KillablePostgres {
  url: string;
  /** Kills the postmaster outright and waits until nothing serves any more. */
  kill(): Promise<void>;
  /** Starts it again on what is on the disk. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  close(): Promise<void>;
}

/** Starts one in a temporary folder. */
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
