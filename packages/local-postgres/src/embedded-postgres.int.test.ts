import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startEmbeddedPostgres } from "./embedded-postgres.ts";
import { commandLine } from "@hearth/processes/leftover-process";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hearth-embedded-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("keeps the data after a stop and a start", async () => {
  const dataDir = join(folder, "kept");
  const first = await startEmbeddedPostgres({ dataDir, persistent: true });
  await query(first.url, "create table rent (cents integer); insert into rent values (145000)");
  await first.stop();

  const second = await startEmbeddedPostgres({ dataDir, persistent: true });
  expect(await query(second.url, "select cents from rent")).toEqual([{ cents: 145000 }]);
  await second.stop();
});

test("restarts in the folder of a server left by a killed run, without data loss", async () => {
  const dataDir = join(folder, "left");
  const left = await startInAnotherProcess(dataDir);
  await query(left.url, "create table rent (cents integer); insert into rent values (145000)");
  process.kill(left.host, "SIGKILL");
  left.starter.kill("SIGKILL");

  const next = await startEmbeddedPostgres({ dataDir, persistent: true });
  expect(await query(next.url, "select cents from rent")).toEqual([{ cents: 145000 }]);
  await next.stop();
});

test("ends when the process that started it is killed", async () => {
  const { starter, server } = await startInAnotherProcess(join(folder, "orphan"));
  expect(await commandLine(server)).toContain("postgres");
  starter.kill("SIGKILL");
  await vi.waitFor(async () => expect(await commandLine(server)).toBe(""), { timeout: 120_000, interval: 50 });
});

test("leaves nothing of a disposable database when the process that started it is killed", async () => {
  const dataDir = join(folder, "disposable");
  const { starter } = await startInAnotherProcess(dataDir, { persistent: false });
  starter.kill("SIGKILL");
  await vi.waitFor(async () => expect(await readdir(folder)).not.toContain("disposable"), { timeout: 120_000, interval: 50 });
});

test("explains what to do about a folder without a usable database", async () => {
  const dataDir = join(folder, "broken");
  const server = await startEmbeddedPostgres({ dataDir, persistent: true });
  await server.stop();
  await rm(join(dataDir, "global", "pg_control"));
  await expect(startEmbeddedPostgres({ dataDir, persistent: true })).rejects.toThrow(/cannot be opened.*npm start -- --reset/s);
});

test("notices that the server has ended", async () => {
  const dataDir = join(folder, "crash");
  const server = await startEmbeddedPostgres({ dataDir, persistent: true });
  process.kill(await serverPid(dataDir), "SIGKILL");
  await server.exited;
  await server.stop();
});

async function query(url: string, text: string): Promise<unknown[]> {
  const sql = postgres(url, { max: 1 });
  try {
    return [...(await sql.unsafe(text))];
  } finally {
    await sql.end();
  }
}

async function serverPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, "postmaster.pid"), "utf8"), 10);
}

/** The pids of the three processes: the starter, the host it started, and PostgreSQL itself. */
async function startInAnotherProcess(
  dataDir: string,
  { persistent } = { persistent: true },
): Promise<{ starter: ChildProcess; host: number; server: number; url: string }> {
  const program = join(folder, "starter.ts");
  const module = JSON.stringify(join(import.meta.dirname, "embedded-postgres.ts"));
  await writeFile(
    program,
    `import { startEmbeddedPostgres } from ${module};
     const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? "", persistent: ${persistent} });
     process.send?.(server.url);
     setInterval(() => undefined, 1000);`,
  );
  const starter = spawn(process.execPath, [program, dataDir], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const [url] = await once(starter, "message");
  const server = await serverPid(dataDir);
  const status = await readFile(`/proc/${server}/stat`, "utf8");
  const host = Number(status.slice(status.lastIndexOf(")")).split(" ")[2]);
  return { starter, host, server, url: String(url) };
}
