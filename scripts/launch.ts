import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ensureServerRole } from "@hearth/db/server-role";
import { bannerText } from "./launch/banner.ts";
import { claimFolder, recordParts, releaseFolder } from "./launch/lock-file.ts";
import { runMigrations } from "./launch/migrations.ts";
import {
  demoDataPart,
  postgresqlPart,
  reloadingServerPart,
  serverPart,
  simulatorPart,
  webBuildPart,
  webPagesPart,
} from "./launch/parts.ts";
import { requireFreePorts } from "./launch/ports.ts";
import { explain } from "./launch/user-facing-error.ts";
import { type DatabaseAddresses, dataDir, localServerPassword, readSettings, type Settings } from "./launch/settings.ts";
import { Supervisor } from "./launch/supervisor.ts";
import { buildWebWhenChanged } from "./launch/web-build.ts";
import { startStep } from "./steps.mjs";

const totalSteps = 7; // the first is the installation, which ran before this program
const supervisor = new Supervisor(printLine, recordParts);
let claimed = false;
let ending = false;
let step: ReturnType<typeof startStep> | undefined;

async function main(): Promise<void> {
  const settings = readSettings(process.argv.slice(2));
  await claimFolder(settings.chainPort);
  claimed = true;
  await requireFreePorts(wantedPorts(settings));
  if (settings.reset) await resetData(settings);
  const database = await runStep(2, "Starting PostgreSQL", () => startDatabase(settings));
  await runStep(3, "Bringing the database up to date", () => runMigrations(database.owner));
  await runStep(4, "Starting the simulator and its chain", async (remark) => {
    if (settings.local) await supervisor.keepRunning(await simulatorPart(settings));
    else remark(`not on ${settings.network}`);
  });
  await runStep(5, "Filling in the demo data", async (remark) => {
    if (settings.local) await supervisor.runOnce(await demoDataPart(settings, database.server));
    else remark(`not on ${settings.network}`);
  });
  if (settings.dev) await startForDevelopment(settings, database);
  else await startForUse(settings, database);
  process.stdout.write(`${await bannerText(settings, database.owner)}\n`);
}

async function startForUse(settings: Settings, database: DatabaseAddresses): Promise<void> {
  await runStep(6, "Building the web pages", async (remark) => {
    const built = await buildWebWhenChanged(async (folder) => supervisor.runOnce(await webBuildPart(folder)));
    if (!built) remark("nothing changed");
  });
  await runStep(7, "Starting the server", async () => supervisor.keepRunning(await serverPart(settings, database.server)));
}

async function startForDevelopment(settings: Settings, database: DatabaseAddresses): Promise<void> {
  await runStep(6, "Starting the server with reload", async () =>
    supervisor.keepRunning(await reloadingServerPart(settings, database, printLine)),
  );
  await runStep(7, "Starting the web pages with reload", async () => supervisor.keepRunning(await webPagesPart(settings)));
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function wantedPorts(settings: Settings) {
  const web = [{ port: settings.port, variable: "PORT", purpose: "Hearth" }];
  const server = [{ port: settings.serverPort, variable: "PORT", purpose: "the server behind it" }];
  const local = [
    { port: settings.simulatorPort, variable: "SIMULATOR_PORT", purpose: "the simulator" },
    { port: settings.chainPort, variable: "CHAIN_PORT", purpose: "the local chain" },
  ];
  return [...web, ...(settings.dev ? server : []), ...(settings.local ? local : [])];
}

async function resetData(settings: Settings): Promise<void> {
  const folders = ["pg", "pg-new", "chain", "uploads"];
  await Promise.all(folders.map((folder) => rm(join(dataDir, folder), { recursive: true, force: true })));
  const databaseNote = settings.databaseUrl === undefined ? "" : " The database at DATABASE_URL is yours and was left as it is.";
  process.stdout.write(`The data of earlier runs was deleted.${databaseNote}\n`);
}

/** Returns the addresses of the database: the user's own, or PostgreSQL from the npm package. */
async function startDatabase(settings: Settings): Promise<DatabaseAddresses> {
  if (settings.databaseUrl !== undefined) return { owner: settings.databaseUrl, server: settings.databaseUrl };
  const { url } = await supervisor.keepRunning(await postgresqlPart(settings));
  return { owner: url, server: await ensureServerRole(url, localServerPassword) };
}

/** Prints a step while it runs, then its time and a remark. */
async function runStep<Result>(number: number, title: string, work: (remark: (text: string) => void) => Promise<Result>): Promise<Result> {
  const shown = startStep(number, totalSteps, title);
  let remark: string | undefined;
  step = shown;
  const result = await work((text) => {
    remark = text;
  });
  step = undefined;
  shown.done(remark);
  return result;
}

/** Stops everything in order, then this process. Only the first call counts, because one Ctrl-C causes several signals. */
async function end(code: number, sentence: string): Promise<void> {
  if (ending) return;
  ending = true;
  step?.failed();
  (code === 0 ? process.stdout : process.stderr).write(`\n${sentence}\n`);
  await supervisor.stop();
  if (claimed) await releaseFolder();
  if (code === 0) process.stdout.write("Everything is stopped.\n");
  process.exit(code);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(0, "Stopping ..."));
process.on("disconnect", () => void end(0, "Stopping ..."));
process.stdout.on("error", () => undefined); // the terminal may be gone before we are
process.stderr.on("error", () => undefined);

await main().catch((error: unknown) => end(1, explain(error)));
