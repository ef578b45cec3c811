import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { request } from "node:https";
import { join } from "node:path";
import { networks } from "@hearth/chain/networks";
import { connectDatabase } from "@hearth/db/client";
import { ensureServerRole, serverRole } from "@hearth/db/server-role";
import { makeUser } from "@hearth/db/testing/factories";
import { makeSecondFactor } from "@hearth/db/testing/second-factor-factories";
import { createEmptyDatabase } from "@hearth/db/testing/test-database";
import { startEmbeddedPostgres } from "@hearth/local-postgres/embedded-postgres";
import { answers, untilReady } from "@hearth/processes/until-ready";
import type { RunningProcess } from "@hearth/processes/start-process";
import { createEncryption } from "@hearth/server/encryption";
import { secretContext } from "@hearth/server/features/auth/factors/prove-second-factor";
import { checkInvariants } from "@hearth/server/features/settlement/checking/check-invariants";
import { listInFlightOfOthers } from "@hearth/server/features/ledger/relay-transactions.repo";
import { openServerFixture, serverEnv, type Tenant } from "@hearth/server/testing/server-fixture";
import { clientAt, eventually } from "@hearth/server/testing/server-process";
import { startSimulator } from "@hearth/simulator/simulator";
import { freePort } from "@hearth/processes/free-port";
import postgres from "postgres";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { drillHeartbeats } from "./heartbeats.ts";
import { buildImage } from "./image.ts";
import { drillPointInTime } from "./point-in-time.ts";
import { judgeUnits, startPooler, startPrometheus, startProxy } from "./services.ts";
import { must, step } from "./steps.ts";
import { drillVersionBefore } from "./version-before.ts";

/**
 * Drills the whole life of an installation, with a line for each step. Runs the image of the Dockerfile in a fresh Debian: two web
 * processes and a worker behind a proxy and a pooler, with the database role that owns no table. Covers payments, Prometheus, a rolling
 * restart, a killed worker, another encryption key, secrets in files, a remote signer, a backup and its restoration.
 *
 * Needs root, and the Debian packages mmdebstrap, buildah, caddy, pgbouncer, prometheus and systemd. `npm run drill`, and `-- --built` with
 * the image built before. The other parts need neither: `npm run drill -- version-before point-in-time heartbeats`.
 */

const root = join(import.meta.dirname, "../../..");
const folder = join(root, ".data", "drill");
const readyLimitMs = 60_000;
const endLimitMs = 5_000;
const cleanUps: (() => Promise<unknown>)[] = [];
const rolePassword = "hearth";
const metricsToken = randomBytes(24).toString("hex");
/** One of anvil's own accounts. anvil signs for it by `eth_signTransaction`, like a remote signer. */
const signersAccount = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266";
const newKey = () => randomBytes(32).toString("base64");

interface Part {
  port: number;
  env: Record<string, string>;
  process: RunningProcess;
}

async function drillLife(): Promise<void> {
  await step("systemd finds nothing wrong with the units", () => judgeUnits(root));
  const image = await step(
    "the image is built in a fresh root",
    () => buildImage(root, folder, { isBuilt: process.argv.includes("--built") }),
    ({ megabytes, user }) => `${megabytes} MB, runs as ${user}`,
  );
  cleanUps.push(image.remove);
  const cluster = await step("PostgreSQL 18 and the chain have started", async () => {
    const server = await startEmbeddedPostgres({ persistent: false });
    cleanUps.push(server.stop);
    return server;
  });
  const simulator = await startSimulator({ blockTimeSeconds: 1 });
  cleanUps.push(simulator.stop);
  const database = await createEmptyDatabase(cluster.url);
  const serverUrl = await ensureServerRole(database.url, rolePassword);
  const pooler = await step("PgBouncer runs in front of it, in transaction mode", () => startPooler(serverUrl, join(folder, "pooler")));
  cleanUps.push(pooler.process.stop);
  const keys = [newKey(), newKey()];
  const ofOwner = { DATABASE_URL: database.url };
  const [firstWeb, secondWeb, work] = [await freePort(), await freePort(), await freePort()];
  const proxy = await step("Caddy runs in front of two web processes", () =>
    startProxy(root, join(folder, "proxy"), [`127.0.0.1:${firstWeb}`, `127.0.0.1:${secondWeb}`]),
  );
  cleanUps.push(proxy.process.stop);
  const env = {
    ...serverEnv(pooler.url, simulator),
    DATABASE_DIRECT_URL: serverUrl,
    NETWORK: "local",
    LOG_LEVEL: "warn",
    PUBLIC_ORIGIN: proxy.url,
    TRUST_PROXY: "1",
    SHUTDOWN_DELAY: "2",
    ENCRYPTION_KEY: keys[0] ?? "",
    METRICS_TOKEN_FILE: await image.keep("metrics-token", metricsToken),
  };
  await step("hearth migrate migrates the database", () => image.run(["hearth", "migrate"], ofOwner));

  const start = async (port: number, variables: Record<string, string>): Promise<Part> => {
    const all = { ...env, ...variables, PORT: String(port) };
    const process = await image.start(all, join(folder, `${variables["ROLE"]}-${port}.log`));
    cleanUps.push(process.kill);
    await untilReady(process, () => answers(`http://127.0.0.1:${port}/health/ready`), readyLimitMs);
    return { port, env: variables, process };
  };
  /** The proxy checks twice a second which servers are ready, and sends no requests before. */
  const behindProxy = () => untilReady(proxy.process, () => answers(`${proxy.url}/health/ready`), readyLimitMs);
  const end = async ({ process }: Part): Promise<void> => {
    const startedMs = performance.now();
    const [code] = await Promise.all([process.ended, process.stop()]);
    const took = performance.now() - startedMs;
    must(code === 0 && took < endLimitMs, `A process ended with ${code} after ${(took / 1000).toFixed(1)} s`);
  };
  let parts: Part[] = await step("two web processes and a worker are ready", async () => {
    const started = await Promise.all([
      start(firstWeb, { ROLE: "web" }),
      start(secondWeb, { ROLE: "web" }),
      start(work, { ROLE: "worker" }),
    ]);
    await behindProxy();
    return started;
  });
  await step("the image's health check passes for a running process and fails without one", async () => {
    await image.run(image.healthCheck, { PORT: String(firstWeb) });
    const isHealthy = await image.run(image.healthCheck, { PORT: String(await freePort()) }).then(
      () => true,
      () => false,
    );
    must(!isHealthy, "It passes although nothing listens on the port");
  });
  const replaceAll = async (variables: Record<string, string> = {}): Promise<void> => {
    const fresh: Part[] = [];
    for (const part of parts) {
      await end(part);
      fresh.push(await start(part.port, { ...part.env, ...variables }));
    }
    parts = fresh;
  };

  await step("they use the database role that owns no table", async () => {
    const users = await listConnected(database.url);
    must(users.join() === serverRole, `They use ${users.join(" and ")}`);
  });

  const { db, close } = connectDatabase(database.url);
  cleanUps.push(close);
  const fixture = await openServerFixture({ db, simulator, server: () => ({ client: (token) => clientAt(proxy.url, token) }) });
  let paid = 0;
  const pay = async (payer: Tenant, way: "send" | "sign"): Promise<void> => {
    const open = await fixture.checkout(payer, `${10 + paid}.50`);
    paid += 1;
    if (way === "send") await fixture.send(payer, open);
    else await clientAt(proxy.url).payments.authorize.mutate(await fixture.signed(payer, open));
    await fixture.completed(payer, open.paymentId, { client: (token) => clientAt(proxy.url, token) });
    must((await fixture.eventsOf(open.uuid, "completed")) === 1, "A payment was completed more than once");
  };
  const payers = await step("people sign in through the proxy", () => Promise.all([fixture.tenant(), fixture.tenant()]));
  const [maya, ines] = payers;
  await step(
    "pages are compressed",
    () => encodingOf(`${proxy.url}/login`),
    (encoding) => encoding,
  );
  await step("four payments are completed, two sent and two relayed", async () => {
    await Promise.all([pay(maya, "send"), pay(ines, "sign")]);
    await Promise.all([pay(maya, "sign"), pay(ines, "send")]);
  });
  await step(
    "Prometheus scrapes every process and evaluates every rule",
    async () => {
      const listen = [firstWeb, secondWeb, work].map((port) => `127.0.0.1:${port}`);
      const prometheus = await startPrometheus(root, join(folder, "prometheus"), listen, metricsToken);
      cleanUps.push(prometheus.process.stop);
      await eventually(prometheus.listTroubles, (troubles) => troubles.length === 0);
      const empty = await eventually(prometheus.listEmptyPanels, (panels) => panels.every(isEmptyWithoutProblems));
      await prometheus.process.stop();
      return empty;
    },
    (empty) => `of the dashboard's panels only ${empty.join(" and ")} are empty`,
  );
  await step(
    "payments continue while every process is replaced",
    async () => {
      let isReplacing = true;
      const before = paid;
      const paying = payers.map(async (payer) => {
        while (isReplacing) await pay(payer, "send");
      });
      const replacing = replaceAll().finally(() => {
        isReplacing = false;
      });
      await Promise.all([replacing, ...paying]);
      return paid - before;
    },
    (count) => `${count} payments, no request failed, each process ended in under five seconds`,
  );
  await step("another worker completes a payment when the active worker is killed", async () => {
    const second = await start(await freePort(), { ROLE: "worker" });
    const paying = pay(maya, "sign");
    await parts[2]?.process.kill();
    await paying;
    parts = [...parts.slice(0, 2), second];
  });
  await step(
    "the encryption key is rotated while everything runs",
    async () => {
      const { id } = await makeUser(db);
      const encryption = createEncryption([Buffer.from(keys[0] ?? "", "base64")]);
      await makeSecondFactor(db, { userId: id, encryptedSecret: encryption.encrypt("JBSWY3DPEHPK3PXP", secretContext(id)) });
      await replaceAll({ ENCRYPTION_KEY: `${keys[1]},${keys[0]}` });
      const rotated = await image.run(["hearth", "keys", "rotate"], { ...ofOwner, ENCRYPTION_KEY: `${keys[1]},${keys[0]}` });
      must(rotated.includes("1 secret"), rotated);
      return rotated;
    },
    (rotated) => rotated.split("\n")[0] ?? "",
  );
  await step("secrets come from files, and a remote signer holds the relayer's key", async () => {
    await simulator.chain.fundGas(signersAccount);
    const signer = { RELAYER_PRIVATE_KEY: "", RELAYER_SIGNER_URL: simulator.chain.rpcUrl, RELAYER_ADDRESS: signersAccount };
    await replaceAll({ ENCRYPTION_KEY: "", ENCRYPTION_KEY_FILE: await image.keep("encryption-key", keys[1] ?? ""), ...signer });
    await Promise.all([pay(ines, "send"), pay(maya, "sign")]);
  });
  await step(
    "the relayer's key is replaced while transactions are in flight, and nobody pays twice",
    async () => {
      const key = generatePrivateKey();
      await simulator.chain.fundGas(privateKeyToAccount(key).address);
      const paying = [pay(ines, "sign"), pay(maya, "sign")];
      await replaceAll({ RELAYER_SIGNER_URL: "", RELAYER_ADDRESS: "", RELAYER_PRIVATE_KEY: key });
      await Promise.all([...paying, pay(ines, "sign")]);
      await eventually(
        () => listInFlightOfOthers(db, networks.local.chainId, null),
        (left) => left.length === 0,
      );
    },
    () => "three payments, following docs/operating.md",
  );
  const rowCounts = await step(
    "a backup is taken while everything runs, and is complete",
    async () => {
      await image.run(["hearth", "backup", "create", "/var/lib/hearth/backup"], ofOwner);
      return image.run(["hearth", "backup", "verify", "/var/lib/hearth/backup"], ofOwner);
    },
    (report) => report.split("\n").at(-1) ?? "",
  );
  await step("every process ends cleanly", () => Promise.all(parts.map(end)));
  const elsewhere = await createEmptyDatabase(cluster.url);
  await step("the backup is restored into an empty database, with the same content", async () => {
    const restored = await image.run(["hearth", "backup", "restore", "/var/lib/hearth/backup"], {
      DATABASE_URL: elsewhere.url,
      UPLOADS_DIR: "/var/lib/hearth/restored",
    });
    must(restored.split("\n").at(-1) === rowCounts.split("\n").at(-1), `The restored backup reports ${restored}`);
  });
  await step("a server of the restored database completes a payment", async () => {
    const restoredUrl = await ensureServerRole(elsewhere.url, rolePassword);
    Object.assign(env, { DATABASE_URL: restoredUrl, DATABASE_DIRECT_URL: restoredUrl, ENCRYPTION_KEY: keys[1] });
    parts = [await start(firstWeb, { ROLE: "both" })];
    await behindProxy();
    const restored = connectDatabase(elsewhere.url);
    cleanUps.push(restored.close);
    const there = await openServerFixture({
      db: restored.db,
      simulator,
      server: () => ({ client: (token) => clientAt(proxy.url, token) }),
    });
    const payer = await there.tenant();
    const open = await there.checkout(payer, "99.00");
    await there.send(payer, open);
    await there.completed(payer, open.paymentId, { client: (token) => clientAt(proxy.url, token) });
    await Promise.all(parts.map(end));
  });
  await step("both databases are consistent", async () => {
    const again = connectDatabase(elsewhere.url);
    cleanUps.push(again.close);
    const broken = [...(await checkInvariants(db)), ...(await checkInvariants(again.db))];
    must(broken.length === 0, broken.join("; "));
  });
}

/** The panels of alarms and failed jobs are empty if there are none. */
const isEmptyWithoutProblems = (panel: string): boolean => ["Living alarms", "Failed jobs"].includes(panel);

/** Lists the roles connected to a database, except by this connection. */
async function listConnected(url: string): Promise<string[]> {
  const client = postgres(url, { max: 1 });
  try {
    const rows = await client<{ name: string }[]>`
      select distinct usename as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and usename is not null order by 1`;
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** Returns the content encoding of a page's answer. */
function encodingOf(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { accept: "text/html", "accept-encoding": "gzip" } }, (answer) => {
      answer.resume();
      const encoding = answer.headers["content-encoding"];
      if (answer.statusCode === 200 && encoding !== undefined) resolve(encoding);
      else reject(new Error(`It answered ${answer.statusCode}, compressed by ${encoding ?? "nothing"}`));
    });
    asked.on("error", reject).end();
  });
}

const drills: Record<string, () => Promise<void>> = {
  life: drillLife,
  "version-before": () => drillVersionBefore(root, folder, cleanUps),
  "point-in-time": () => drillPointInTime(folder, cleanUps),
  heartbeats: () => drillHeartbeats(cleanUps),
};
const named = process.argv.slice(2).filter((word) => !word.startsWith("--"));

process.exitCode = 1;
try {
  for (const name of named.length === 0 ? Object.keys(drills) : named) {
    must(drills[name] !== undefined, `There is no drill "${name}". There are: ${Object.keys(drills).join(", ")}.`);
    await drills[name]?.();
  }
  process.exitCode = 0;
} finally {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  await rm(join(folder, "volume"), { recursive: true, force: true });
}
