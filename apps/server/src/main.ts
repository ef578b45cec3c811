import { setTimeout as sleep } from "node:timers/promises";
import { isMigrated } from "@hearth/db/migrate";
import { collectDefaultMetrics } from "prom-client";
import { buildApp } from "./app.ts";
import { startBackground } from "./background.ts";
import { createDeps } from "./deps.ts";
import { type Env, readEnv } from "./env.ts";
import { noticeRestore } from "./features/operations/restored.service.ts";
import { watchHeartbeats } from "./jobs/watch-heartbeats.ts";
import { createLogger } from "./logger.ts";
import { returnMemoryOfStart } from "./return-memory.ts";
import type { Tracing } from "./tracing.ts";
import { unprotectedWords } from "./plugins/health.ts";
import { findOwnsTables } from "./plugins/health.repo.ts";
import { WebAppMissing } from "./plugins/web-files.ts";

/** Long enough to answer what is being asked, short enough for whoever waits for the process to be gone; it begins when the port closes. */
const closeLimitMs = 2_800;

/** Something the operator can put right; said in a sentence, without a stack. */
class StartProblem extends Error {}

async function start(): Promise<void> {
  const env = readConfiguration();
  const tracing = env.tracesUrl === null ? null : await loadTracing(env.tracesUrl, env);
  const log = createLogger(env.logLevel, { mixin: tracing?.ids });
  process.on("unhandledRejection", (reason) => {
    log.fatal({ err: reason }, "A promise was rejected and nobody looked; this process ends so that a fresh one can begin");
    process.exit(1);
  });
  await requireCurrentDatabase(env);
  const deps = await createDeps(env, log);
  collectDefaultMetrics({ register: deps.metrics.registry });
  const app = await buildApp(deps, { tracing });
  if ((await noticeRestore(deps)) !== null)
    log.warn("An earlier moment of the database was brought back. Sessions and links have ended; see `hearth restored show`.");
  const background = env.isWorker ? await startBackground(deps) : null; // before anybody is served: who is told "ready" finds all of it at work
  const watching = watchHeartbeats(deps);
  await listen(app, env);
  closeOnSignal(async (delayMs) => {
    deps.ending.abort();
    const left = background?.stop(); // first, so that another process works on while this one still serves
    await sleep(delayMs);
    setTimeout(() => process.exit(1), closeLimitMs).unref();
    await Promise.all([app.close(), left, watching.stop()]);
    await Promise.all([deps.close(), tracing?.stop()]);
  }, env);
  log.info({ address: env.publicOrigin, network: env.network, providers: deps.chain.providers }, "Hearth is listening");
  returnMemoryOfStart();
  const unprotected = unprotectedWords(deps);
  if (unprotected !== null) log.warn(unprotected);
  if (await findOwnsTables(deps.db))
    log.warn(
      "This server owns its tables: whoever runs statements as it can rewrite the journal and the audit log. Give it the role hearth_server.",
    );
}

async function loadTracing(url: string, { isWeb, isWorker }: Env): Promise<Tracing> {
  const { startTracing } = await import("./tracing.ts"); // here, so that whoever sends no traces starts without it
  return startTracing(url, isWeb && isWorker ? "both" : isWeb ? "web" : "worker");
}

function readConfiguration(): Env {
  try {
    return readEnv();
  } catch (error) {
    throw new StartProblem(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

async function requireCurrentDatabase(env: Env): Promise<void> {
  const isCurrent = await isMigrated(env.databaseDirectUrl).catch((cause: unknown) => {
    throw new StartProblem("The database at DATABASE_URL cannot be reached. Is PostgreSQL running, and is the address right?", { cause });
  });
  if (!isCurrent) throw new StartProblem("The database is not at the newest migration. Run `npm run migrate`, then start again.");
}

async function listen(app: Awaited<ReturnType<typeof buildApp>>, { host, port }: Env): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    if (error.code === "EADDRINUSE") throw new StartProblem(`Port ${port} is taken. Stop what uses it, or set PORT to another one.`);
    if (error.code === "EACCES") throw new StartProblem(`Port ${port} needs more rights than this user has. Set PORT to another one.`);
    throw error;
  }
}

/**
 * Closes in order on the first signal and at once on the second; what takes longer than the limit is cut off. Whoever spreads requests sends SIGTERM,
 * and needs the delay to see that this process leaves; whoever presses Ctrl-C does not.
 */
function closeOnSignal(close: (delayMs: number) => Promise<void>, { shutdownDelayMs }: Env): void {
  let isClosing = false;
  const closeAfter = (delayMs: number) => () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    void close(delayMs).then(() => process.exit(0));
  };
  process.on("SIGTERM", closeAfter(shutdownDelayMs));
  process.on("SIGINT", closeAfter(0));
}

try {
  await start();
} catch (error) {
  const isPlain = error instanceof StartProblem || error instanceof WebAppMissing;
  process.stderr.write(`${isPlain ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exit(1);
}
