import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { freePort } from "@hearth/processes/free-port";
import { rotateLog, type Part, startPart, untilAnswers, untilFinished } from "./part.ts";
import { type Reloading, startReloading } from "./reload.ts";
import { runMigrations } from "./migrations.ts";
import { type DatabaseAddresses, type Settings, dataDir, root, serverEnvironment, simulatorEnvironment } from "./settings.ts";
import type { Running, Supervised } from "./supervisor.ts";
import { viteProgram, webDir } from "./web-build.ts";
import { workspacePackages } from "./workspace-packages.ts";

const firstPostgresPort = 54320;
const serverProgram = join(root, "apps", "server", "src", "main.ts");

/** Returns the data folder of the local database. Each network has its own. */
export function databaseFolder({ local, network }: Settings): string {
  return join(dataDir, local ? "pg" : `pg-${network}`);
}

/** Starts PostgreSQL from the npm package, on one port for the whole run. */
export async function postgresqlPart(settings: Settings): Promise<Supervised<Running & { url: string }>> {
  const logFile = await rotateLog("postgresql");
  const port = await freePort(firstPostgresPort);
  const folder = databaseFolder(settings);
  return {
    name: "postgresql",
    start: async () => {
      const server: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir: folder, port, persistent: true, logFile });
      return { url: server.url, ended: server.exited, stop: server.stop };
    },
  };
}

/** Starts the simulator, which also starts the local chain. */
export async function simulatorPart(settings: Settings): Promise<Supervised<Part>> {
  await rotateLog("simulator");
  const script = [join(root, "apps", "simulator", "src", "main.ts")];
  return {
    name: "simulator",
    start: () => startPart({ name: "simulator", script, env: simulatorEnvironment(settings) }),
    ready: (part) => untilAnswers(part, `http://127.0.0.1:${settings.simulatorPort}/health`),
  };
}

/** Adds the demo data. The program does nothing when the data exists. */
export async function demoDataPart(settings: Settings, databaseUrl: string): Promise<Supervised<Part>> {
  await rotateLog("demo-data");
  const script = [join(root, "apps", "demo", "src", "seed-main.ts")];
  return {
    name: "demo-data",
    start: () => startPart({ name: "demo-data", script, env: serverEnvironment(settings, databaseUrl) }),
    ready: untilFinished,
  };
}

/** Starts the server. */
export async function serverPart(settings: Settings, databaseUrl: string): Promise<Supervised<Part>> {
  await rotateLog("server");
  return { name: "server", start: () => startServer(settings, databaseUrl), ready: (part) => untilServing(settings, part) };
}

/** Starts the server for `npm run dev`. When its sources change, runs new migrations and restarts it. Reports each restart to `printLine`. */
export async function reloadingServerPart(
  settings: Settings,
  database: DatabaseAddresses,
  printLine: (line: string) => void,
): Promise<Supervised<Reloading>> {
  await rotateLog("server");
  const packages = workspacePackages(root, "apps/server").map((folder) => `${folder}/src`);
  const start = () =>
    startReloading({
      folders: ["apps/server/src", "drizzle", ...packages],
      start: () => startServer(settings, database.server),
      ready: (part) => untilServing(settings, part),
      prepare: () => runMigrations(database.owner),
      printLine,
    });
  return { name: "server", start, ready: ({ first }) => untilServing(settings, first) };
}

function startServer(settings: Settings, databaseUrl: string): Promise<Part> {
  return startPart({ name: "server", script: [serverProgram], env: serverEnvironment(settings, databaseUrl) });
}

function untilServing(settings: Settings, part: Part): Promise<void> {
  return untilAnswers(part, `http://127.0.0.1:${settings.serverPort}/health/ready`);
}

/** Starts the web pages with reload, in front of the server; for `npm run dev`. */
export async function webPagesPart(settings: Settings): Promise<Supervised<Part>> {
  await rotateLog("web-pages");
  const script = [viteProgram, "--host", settings.host, "--port", String(settings.port), "--strictPort"];
  const env = { ...process.env, NODE_ENV: "development", HEARTH_SERVER: `http://127.0.0.1:${settings.serverPort}` };
  return {
    name: "web-pages",
    start: () => startPart({ name: "web-pages", script, cwd: webDir, env }),
    ready: (part) => untilAnswers(part, `http://127.0.0.1:${settings.port}/`),
  };
}

/** Builds the pages of a folder. */
export async function webBuildPart(folder: string): Promise<Supervised<Part>> {
  await rotateLog("web-build");
  const env = { ...process.env, NODE_ENV: "production" };
  return {
    name: "web-build",
    start: () => startPart({ name: "web-build", script: [viteProgram, "build"], cwd: folder, env }),
    ready: untilFinished,
  };
}
