import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Network } from "@hearth/chain/networks";
import { createTestDatabase } from "@hearth/db/testing/test-database";
import type { Database } from "@hearth/db/client";
import type { SessionKind } from "@hearth/db/schema/sessions";
import type { LocalChain } from "@hearth/simulator/local-chain";
import type { FastifyInstance } from "fastify";
import { buildApp } from "../app.ts";
import { createDeps, type Deps } from "../deps.ts";
import { readEnv } from "../env.ts";
import { openSession, resolveActor } from "../features/auth/sessions/sessions.service.ts";
import { checkInvariants } from "../features/settlement/checking/check-invariants.ts";
import { createLogger } from "../logger.ts";
import type { Actor, Context } from "../trpc/context.ts";
import { createCaller } from "../trpc/root.ts";
import { ManualClock } from "./manual-clock.ts";

/** Options of a test's server. */
export interface HarnessOptions {
  /** Starts a real local chain that mines only on request. Without it, every call to the chain fails with ChainUnavailable. */
  chain?: boolean;
  /** A clock at the current time by default. */
  clock?: ManualClock;
  /** Environment variables that override the defaults. */
  env?: Record<string, string>;
  /** Policies of another network to use on the local one. */
  policy?: Partial<Pick<Network, "payoutChangeHours">>;
  /** Receives each log line. Without it, server errors are printed. */
  onLog?: (line: string) => void;
}

/** The server's parts on a database of their own, without a port. */
export interface Harness {
  deps: Deps;
  app: FastifyInstance;
  clock: ManualClock;
  db: Database;
  /** The local chain's controls. @throws where the harness was started without a chain. */
  chain: LocalChain;
  /** Calls procedures without HTTP: as an actor, with a token, or anonymously. */
  caller(who?: Actor | string | null): ReturnType<typeof createCaller>;
  /** Opens a session for an account and returns its token. */
  signIn(userId: string, kind?: SessionKind): Promise<string>;
  /** Stops everything. @throws where payments on a chain left an inconsistent state, so that every suite checks that. */
  close(): Promise<void>;
}

/** Nothing listens on this port, so connections are refused at once. */
const closedPort = "http://127.0.0.1:1";

/** Starts the server's parts for one test file. Close it at the end. Takes well under a second without a chain. */
export async function startHarness(options: HarnessOptions = {}): Promise<Harness> {
  const clock = options.clock ?? new ManualClock();
  const [database, chain] = await Promise.all([createTestDatabase(), options.chain ? startChain() : null]);
  const rpcUrl = chain?.rpcUrl ?? closedPort;
  const uploads = join(tmpdir(), `hearth-test-uploads-${randomUUID()}`);
  const addresses = { DATABASE_URL: database.url, RPC_URL: rpcUrl, BROWSER_RPC_URL: rpcUrl, UPLOADS_DIR: uploads };
  const env = readEnv({ ...addresses, ...options.env });
  const { onLog } = options;
  const destination = { write: onLog ?? ((line: string) => process.stderr.write(line)) };
  const log = createLogger(onLog === undefined ? "error" : "info", { destination });
  const made = await createDeps(env, log, clock);
  // The servers of many test files share a process, so its heap size says nothing about one server.
  const deps = { ...made, env: { ...made.env, maxHeapBytes: 0 }, network: { ...made.network, ...options.policy } };
  const stop = async () => {
    await deps.close();
    await Promise.all([database.close(), chain?.stop(), rm(uploads, { recursive: true, force: true })]);
  };
  const app = await startApp(deps).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    deps,
    app,
    clock,
    db: deps.db,
    get chain() {
      if (chain === null) throw new Error("This harness was started without a chain");
      return chain;
    },
    caller: (who = null) => createCaller(async () => createTestContext(deps, who)),
    signIn: (userId, kind = "auth") => openSession(deps.db, { userId, kind, now: clock.now(), origin: null }),
    close: async () => {
      const broken = chain === null ? [] : await checkInvariants(deps.db);
      await app.close();
      await stop();
      if (broken.length > 0) throw new Error(`The tests left an inconsistent state:\n${broken.join("\n")}`);
    },
  };
}

async function startApp(deps: Deps): Promise<FastifyInstance> {
  const app = await buildApp(deps);
  await app.ready();
  return app;
}

async function startChain(): Promise<LocalChain> {
  const { startLocalChain } = await import("@hearth/simulator/local-chain");
  return startLocalChain({ manual: true });
}

async function createTestContext(deps: Deps, who: Actor | string | null): Promise<Context> {
  const actor = typeof who === "string" ? await resolveActor(deps, who) : who;
  return { deps, actor, requestId: "test", ip: "127.0.0.1", userAgent: null, timeZone: "UTC", idempotencyKey: null, uploads: [] };
}
