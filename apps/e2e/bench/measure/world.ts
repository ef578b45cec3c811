import { factoryPassword } from "@hearth/db/testing/factories";
import { publicId } from "@hearth/domain/ids";
import { startNode } from "@hearth/processes/start-process";
import { untilReady } from "@hearth/processes/until-ready";
import { type ServerProcess, startServerProcess } from "@hearth/server/testing/server-process";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { startLocalChain } from "@hearth/simulator/local-chain";
import { freePort } from "@hearth/processes/free-port";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { type Filled, fillDatabase } from "../fill/fill-database.ts";
import { shapeOf } from "../fill/shape.ts";
import { startBenchDatabase } from "./bench-database.ts";
import { rssOf } from "./process-use.ts";

/** A filled database with the product on it, and with some of its people signed in. */
export interface World {
  databaseUrl: string;
  product: ServerProcess;
  /** The server's environment, to start another one beside it. */
  env: Record<string, string>;
  /** The server's memory before the first call. */
  idleMb: number;
  filled: Filled;
  payers: { token: string; completed: string; open: { paymentId: string; reference: string } }[];
  landlord: string;
  admin: string;
  /** Cursor of a payment half as old as the oldest. */
  deepInPayments: string;
  stop(): Promise<void>;
}

/** Height of a chain of this age, so that the filled rows are in earlier blocks. */
const firstBlock = 60_000_000;
const signedIn = 16;
/** Time from readiness to idleness. */
const settleMs = 5_000;
const readyLimitMs = 60_000;

/** Starts PostgreSQL, fills it, runs `prepare`, and starts a chain and a server process on it. */
export async function startWorld(payments: number, prepare = async (_url: string): Promise<void> => {}): Promise<World> {
  const database = await startBenchDatabase();
  const shape = shapeOf(payments, new Date(), firstBlock - 1);
  const filling = async () => {
    const filled = await fillDatabase(database.url, shape);
    await prepare(database.url);
    return filled;
  };
  const filled = await filling().catch(async (error: unknown) => {
    await database.stop();
    throw error;
  });
  const chain = await startLocalChain({ firstBlock });
  const env = {
    DATABASE_URL: database.url,
    RPC_URL: chain.rpcUrl,
    BROWSER_RPC_URL: chain.rpcUrl,
    RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey,
    LOG_LEVEL: "error",
  };
  const product = await startServerProcess(env);
  const stop = async () => {
    await product.stop();
    await chain.stop();
    await database.stop();
  };
  try {
    await sleep(settleMs);
    const idleMb = await rssOf(product.pid);
    const { people, someCompleted } = filled;
    const signIn = async (email: string) => (await product.client().auth.login.mutate({ email, password: factoryPassword })).token;
    const payers = [];
    for (const { payer, id } of someCompleted.filter(isFirstOfPayer).slice(-signedIn)) {
      const token = await signIn(payer.email);
      const { paymentId, checkoutURL } = await product.client(token).payments.createCheckout.mutate({ amount: 1450 });
      payers.push({ token, completed: id, open: { paymentId, reference: checkoutURL.split("/").at(-1) ?? "" } });
    }
    const middle = shape.newest - (shape.payments * shape.stepMs) / 2;
    return {
      databaseUrl: database.url,
      product,
      env,
      idleMb,
      filled,
      payers,
      landlord: await signIn(people.landlords[0]?.ownerEmail ?? ""),
      admin: (await product.client().admin.login.mutate({ email: people.adminEmail, password: factoryPassword })).token,
      deepInPayments: `${new Date(middle).toISOString()}_${publicId("payment", "ffffffff-ffff-7fff-8fff-ffffffffffff")}`,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function isFirstOfPayer({ payer }: Filled["someCompleted"][number], place: number, all: Filled["someCompleted"]): boolean {
  return all.findIndex((other) => other.payer.id === payer.id) === place;
}

/** Starts one of the comparison servers on the same database. */
export async function startComparison(name: "floor" | "peer", { databaseUrl, product }: World) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script = fileURLToPath(new URL(`../compare/${name}-main.ts`, import.meta.url));
  const running = await startNode([script], {
    env: { PATH: process.env["PATH"], NODE_ENV: "production", DATABASE_URL: databaseUrl, PORT: String(port), ORIGIN: product.url },
  });
  await untilReady(running, () => answersAnything(url), readyLimitMs);
  return { url, pid: running.pid, stop: running.stop };
}

/** Neither server has a readiness call. Refusing an anonymous call shows readiness as well. */
async function answersAnything(url: string): Promise<boolean> {
  return fetch(`${url}/api/auth/me`).then(
    ({ status }) => status === 401,
    () => false,
  );
}
