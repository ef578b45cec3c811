import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { connectDatabase } from "@hearth/db/client";
import { createEmptyDatabase } from "@hearth/db/testing/test-database";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { runProgram } from "@hearth/processes/run-program";
import { type RunningProcess, startProcess } from "@hearth/processes/start-process";
import { answers, untilReady } from "@hearth/processes/until-ready";
import { checkInvariants } from "@hearth/server/features/settlement/checking/check-invariants";
import { openServerFixture, serverEnv } from "@hearth/server/testing/server-fixture";
import { clientAt } from "@hearth/server/testing/server-process";
import { startSimulator } from "@hearth/simulator/simulator";
import { freePort } from "@hearth/processes/free-port";
import { must, step } from "./steps.ts";

const readyLimitMs = 120_000;

interface Part {
  url: string;
  role: "web" | "worker";
  process: RunningProcess;
}

/**
 * Replaces the version before the newest migration, from the project's own history, by the current one while people pay. Migrates its
 * database first, then replaces its web processes and its worker one after the other.
 */
export async function drillVersionBefore(root: string, parent: string, cleanUps: (() => Promise<unknown>)[]): Promise<void> {
  const old = join(parent, "version-before");
  const commit = await step(
    "the version before the newest migration is installed beside this one",
    async () => {
      const last = await run(["git", "-C", root, "log", "-1", "--format=%H", "--diff-filter=A", "--", "drizzle/*.sql"]);
      const found = await run(["git", "-C", root, "rev-parse", `${last}^`]);
      await rm(old, { recursive: true, force: true });
      await mkdir(old, { recursive: true });
      await run(["sh", "-c", `git -C '${root}' archive ${found} | tar -x -C '${old}'`]);
      await run(["npx", "--yes", "pnpm@12.21.0", "install", "--frozen-lockfile", "--prefer-offline"], old);
      return found;
    },
    (found) => found.slice(0, 10),
  );
  const cluster = await startEmbeddedPostgres({ persistent: false });
  cleanUps.push(cluster.stop);
  const simulator = await startSimulator({ blockTimeSeconds: 1 });
  cleanUps.push(simulator.stop);
  const database = await createEmptyDatabase(cluster.url);
  const migrate = (version: string) => run([process.execPath, "apps/cli/src/main.ts", "migrate"], version, { DATABASE_URL: database.url });
  const start = async (version: string, role: Part["role"]): Promise<Part> => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const nodeEnv = { NETWORK: "local", RATE_LIMITS: "off", LOG_LEVEL: "warn", PUBLIC_ORIGIN: url, PORT: String(port), ROLE: role };
    const env = { PATH: process.env["PATH"], ...nodeEnv, SHUTDOWN_DELAY: "2", ...serverEnv(database.url, simulator) };
    const started = await startProcess([process.execPath, "apps/server/src/main.ts"], { cwd: version, env, lifeline: "guard" });
    cleanUps.push(started.kill);
    await untilReady(started, () => answers(`${url}/health/ready`), readyLimitMs);
    return { url, role, process: started };
  };
  await step("it runs two web processes and a worker", () => migrate(old));
  let web: Part[] = await Promise.all([start(old, "web"), start(old, "web")]);
  let worker = await start(old, "worker");

  let turn = 0;
  const next = () => {
    const chosen = web[turn++ % web.length];
    if (chosen === undefined) throw new Error("No process is ready");
    return { client: (token?: string) => clientAt(chosen.url, token) };
  };
  const { db, close } = connectDatabase(database.url);
  cleanUps.push(close);
  const fixture = await openServerFixture({ db, simulator, server: next });
  const [maya, ines] = await Promise.all([fixture.tenant(), fixture.tenant()]);
  let paid = 0;
  let isReplacing = true;
  const paying = [
    { payer: maya, isSigned: false },
    { payer: ines, isSigned: true },
  ].map(async ({ payer, isSigned }) => {
    while (isReplacing) {
      const open = await fixture.checkout(payer, `${20 + paid}.00`);
      if (isSigned)
        await next()
          .client()
          .payments.authorize.mutate(await fixture.signed(payer, open));
      else await fixture.send(payer, open);
      for (let status = "pending"; status !== "completed"; await sleep(250)) {
        ({ status } = await next().client(payer.token).payments.get.query({ paymentId: open.paymentId }));
        must(["pending", "completed"].includes(status), `A payment became ${status}`);
      }
      must((await fixture.eventsOf(open.uuid, "completed")) === 1, "A payment was completed more than once");
      paid += 1;
    }
  });
  const replace = async (leaving: Part): Promise<void> => {
    const ended = leaving.process.stop();
    while (await answers(`${leaving.url}/health/ready`)) await sleep(50);
    web = web.filter((part) => part !== leaving);
    await ended;
    web = [...web, await start(root, "web")];
  };
  const replaceAll = async (): Promise<void> => {
    await step("the database is migrated while it runs", () => migrate(root));
    for (const leaving of web) await step("a web process is replaced by one of this version", () => replace(leaving));
    await step("the worker is replaced by one of this version", async () => {
      const fresh = await start(root, "worker");
      await worker.process.stop();
      worker = fresh;
    });
  };
  await Promise.all([replaceAll().finally(() => (isReplacing = false)), ...paying]);
  await step(
    `people paid the whole time, from ${commit.slice(0, 10)} to this version`,
    async () => {
      must(paid > 3, `Only ${paid} payments were made`);
      const broken = await checkInvariants(db);
      must(broken.length === 0, broken.join("; "));
      await Promise.all([...web, worker].map((part) => part.process.stop()));
    },
    () => `${paid} payments, each completed once`,
  );
  await rm(old, { recursive: true, force: true });
}

async function run(command: string[], cwd?: string, env?: Record<string, string>): Promise<string> {
  const { code, stdout, output } = await runProgram(command, {
    ...(cwd !== undefined && { cwd }),
    ...(env !== undefined && { env: { ...process.env, ...env } }),
  });
  must(code === 0, `${command.slice(0, 3).join(" ")} ended with ${code}:\n${output.slice(-1_500)}`);
  return stdout.trim();
}
