import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrateDatabase } from "@hearth/db/migrate";
import { ensureServerRole } from "@hearth/db/server-role";
import { startEmbeddedPostgres, testSettings } from "@hearth/local-postgres/embedded-postgres";
import { runSeed } from "./run-seed.ts";
import { exchangeEnv } from "@hearth/server/testing/exchange-env";
import { startServerProcess } from "@hearth/server/testing/server-process";
import { demoAccounts } from "@hearth/simulator/demo-accounts";
import { startSimulator } from "@hearth/simulator/simulator";

const webDist = fileURLToPath(new URL("../../web/dist", import.meta.url));
const walletDist = fileURLToPath(new URL("../../wallet/dist", import.meta.url));

/** Starts the whole product on free ports, like an operator, with demo data and a block every second. Returns a function that stops it. */
export default async function startSystem(): Promise<() => Promise<void>> {
  const [postgres, simulator] = await Promise.all([
    startEmbeddedPostgres({ persistent: false, settings: testSettings }),
    startSimulator({ blockTimeSeconds: 1 }),
  ]);
  const uploads = await mkdtemp(join(tmpdir(), "hearth-journeys-"));
  const env = {
    DATABASE_URL: await ensureServerRole(postgres.url, "hearth"),
    RPC_URL: `${simulator.url}/rpc`,
    BROWSER_RPC_URL: simulator.chain.rpcUrl,
    FAUCET_URL: `${simulator.url}/faucet`,
    RELAYER_PRIVATE_KEY: demoAccounts.relayer.privateKey,
    SMTP_URL: simulator.smtpUrl,
    ...exchangeEnv(simulator),
    UPLOADS_DIR: uploads,
    WEB_DIST: webDist,
    WALLET_DIST: walletDist,
  };
  await migrateDatabase(postgres.url);
  await runSeed(env);
  const server = await startServerProcess(env);
  process.env["HEARTH_URL"] = server.url;
  process.env["HEARTH_SIMULATOR_URL"] = simulator.url;
  process.env["HEARTH_CHAIN_URL"] = simulator.chain.rpcUrl;
  process.env["HEARTH_SERVER_ENV"] = JSON.stringify(env);
  return async () => {
    await server.stop();
    await simulator.stop();
    await postgres.stop();
    await rm(uploads, { recursive: true, force: true });
  };
}
