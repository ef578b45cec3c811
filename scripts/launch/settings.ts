import { existsSync } from "node:fs";
import { join } from "node:path";

/** The project's folder. */
export const root = join(import.meta.dirname, "..", "..");
/** The folder for all data of a run; ignored by git. */
export const dataDir = join(root, ".data");
/** The folder with one log file per part. */
export const logsDir = join(dataDir, "logs");

/** The private key of the first account of "test test ... junk". It is public, and has funds only on the local chain. */
const localRelayerKey = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

/** Credentials of the simulator's exchange and onramp (apps/simulator/src/exchange/credentials.ts); useless elsewhere. */
function localExchange(port: number): NodeJS.ProcessEnv {
  return {
    EXCHANGE_API_URL: `http://127.0.0.1:${port}`,
    EXCHANGE_LOGIN_URL: `http://localhost:${port}`,
    EXCHANGE_CLIENT_ID: "hearth-local",
    EXCHANGE_CLIENT_SECRET: "a-secret-that-everybody-knows",
    ONRAMP_API_URL: `http://127.0.0.1:${port}/platform`,
    ONRAMP_STATUS_URL: `http://127.0.0.1:${port}`,
    ONRAMP_KEY_ID: "hearth-local-key",
    ONRAMP_KEY_SECRET: "4JUfD8CZag/udrZvILD7KPA03yJnof0srKRhHqrIcMgGnmFmLWBXqCvw9Eucbcv63yoR8PUCjpMhO4AyS3RsBQ==",
    ONRAMP_WEBHOOK_SECRETS: "3f8a9b1c-0d2e-4f60-8172-93a4b5c6d7e8",
  };
}

/** The servers' password for the local database. Only this machine can reach the database, so it is no secret. */
export const localServerPassword = "hearth";

/** The addresses of one database: for its owner, who runs migrations, and for servers. */
export interface DatabaseAddresses {
  owner: string;
  server: string;
}

/** The settings of this run. */
export interface Settings {
  /** `npm run dev`: reload for server and web pages. */
  dev: boolean;
  /** Delete the data of earlier runs first. */
  reset: boolean;
  /** True on the local network, which has its own chain, a simulator and demo data. */
  local: boolean;
  network: string;
  host: string;
  /** The port on which the product is opened. */
  port: number;
  /** The port on which the server listens: `port`, or the next one when the web pages' development server uses `port`. */
  serverPort: number;
  simulatorPort: number;
  chainPort: number;
  smtpPort: number;
  /** The address of the user's own PostgreSQL. */
  databaseUrl: string | undefined;
}

/** Reads the arguments and the environment. `.env` supplies variables that the environment does not set. */
export function readSettings(args: string[]): Settings {
  if (existsSync(join(root, ".env"))) process.loadEnvFile(join(root, ".env"));
  const dev = args.includes("--dev");
  const port = portFrom("PORT", 5000);
  const network = process.env["NETWORK"] || "local";
  const simulatorPort = portFrom("SIMULATOR_PORT", 5100);
  return {
    dev,
    reset: args.includes("--reset"),
    local: network === "local",
    network,
    host: process.env["HOST"] || "127.0.0.1",
    port,
    serverPort: dev ? port + 1 : port,
    simulatorPort,
    chainPort: portFrom("CHAIN_PORT", 8545),
    smtpPort: portFrom("SMTP_PORT", simulatorPort + 25),
    databaseUrl: process.env["DATABASE_URL"] || undefined,
  };
}

/** Returns the environment of the server and the demo data: the user's variables, and defaults for this machine. */
export function serverEnvironment(settings: Settings, databaseUrl: string): NodeJS.ProcessEnv {
  const local = {
    RPC_URL: `http://127.0.0.1:${settings.simulatorPort}/rpc`,
    BROWSER_RPC_URL: `http://localhost:${settings.chainPort}`,
    FAUCET_URL: `http://localhost:${settings.simulatorPort}/faucet`,
    ...(process.env["RELAYER_SIGNER_URL"] ? {} : { RELAYER_PRIVATE_KEY: localRelayerKey }),
    SMTP_URL: `smtp://127.0.0.1:${settings.smtpPort}`,
    ...localExchange(settings.simulatorPort),
  };
  return {
    NODE_ENV: settings.dev ? "development" : "production",
    PUBLIC_ORIGIN: `http://localhost:${settings.port}`,
    LOG_LEVEL: "info",
    ...(settings.dev ? {} : { WEB_DIST: join(root, "apps", "web", "dist"), WALLET_DIST: join(root, "apps", "wallet", "dist") }),
    ...(settings.local ? local : {}),
    ...withoutEmpty(process.env),
    NETWORK: settings.network,
    HOST: settings.host,
    PORT: String(settings.serverPort),
    DATABASE_URL: databaseUrl,
  };
}

/** Returns the environment of the simulator. */
export function simulatorEnvironment(settings: Settings): NodeJS.ProcessEnv {
  return {
    ...process.env,
    SIMULATOR_PORT: String(settings.simulatorPort),
    CHAIN_PORT: String(settings.chainPort),
    SMTP_PORT: String(settings.smtpPort),
    DATA_DIR: join(dataDir, "chain"),
    WEBHOOK_URL: `http://127.0.0.1:${settings.serverPort}/api/webhooks/onramp`,
  };
}

function withoutEmpty(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ""));
}

function portFrom(name: string, fallback: number): number {
  const text = process.env[name];
  if (text === undefined || text === "") return fallback;
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65535) return port;
  throw new Error(`${name} must be a port between 1 and 65534; it is "${text}".`);
}
