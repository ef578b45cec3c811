import { setTimeout as sleep } from "node:timers/promises";
import { isMigrated } from "@hearth/db/migrate";
import { collectDefaultMetrics } from "prom-client";
import { buildApp } from "./app.ts";
import { startBackground } from "./background.ts";
import { createDeps } from "./deps.ts";
import { type Env, readEnv } from "./env.ts";
import { detectRestore } from "./features/operations/restored.service.ts";
import { watchHeartbeats } from "./jobs/watch-heartbeats.ts";
import { createLogger } from "./logger.ts";
import { releaseStartupHeap } from "./release-startup-heap.ts";
import type { Tracing } from "./tracing.ts";
import { singleProviderWarning } from "./plugins/health.ts";
import { findOwnsTables } from "./plugins/health.repo.ts";
import { WebAppMissing } from "./plugins/web-files.ts";

/**
 * Time to close after the ports are closed: long enough to finish running requests, short enough for a supervisor that waits for the exit.
 */
const closeLimitMs = 2_800;

/** A problem that the operator can fix, reported in a sentence without a stack trace. */
class StartProblem extends Error {}

async function start(): Promise<void> {
  const env = readConfiguration();
  const tracing = env.tracesUrl === null ? null : await loadTracing(env.tracesUrl, env);
  const log = createLogger(env.logLevel, { mixin: tracing?.ids });
  process.on("unhandledRejection", (reason) => {
    log.fatal({ err: reason }, "Unhandled promise rejection; the process exits so that a fresh one can start");
    process.exit(1);
  });
  await requireCurrentDatabase(env);
  const deps = await createDeps(env, log);
  collectDefaultMetrics({ register: deps.metrics.registry });
  const app = await buildApp(deps, { tracing });
  if ((await detectRestore(deps)) !== null)
    log.warn("A restored backup was detected. Sessions and links have ended; see `hearth restored show`.");
  const background = env.isWorker ? await startBackground(deps) : null; // before listening: once ready, all of it runs
  const watching = watchHeartbeats(deps);
  await listen(app, env);
  closeOnSignal(async (delayMs) => {
    deps.ending.abort();
    const stopped = background?.stop(); // first, so that another process takes the work over meanwhile
    await sleep(delayMs);
    setTimeout(() => process.exit(1), closeLimitMs).unref();
    await Promise.all([app.close(), stopped, watching.stop()]);
    await Promise.all([deps.close(), tracing?.stop()]);
  }, env);
  log.info({ address: env.publicOrigin, network: env.network, providers: deps.chain.providers }, "Hearth is listening");
  releaseStartupHeap();
  const unprotected = singleProviderWarning(deps);
  if (unprotected !== null) log.warn(unprotected);
  if (await findOwnsTables(deps.db))
    log.warn(
      "This server owns its tables: an attacker who runs SQL as it can rewrite the journal and the audit log. Give it the role hearth_server.",
    );
}

async function loadTracing(url: string, { isWeb, isWorker }: Env): Promise<Tracing> {
  const { startTracing } = await import("./tracing.ts"); // imported only when traces are sent, for a faster start
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
 * Shuts down in order on the first signal and at once on the second; work over the time limit is cut off. SIGTERM comes from a load
 * balancer, which needs the delay to notice that this process is leaving. Ctrl-C needs no delay.
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
