import { type NetworkName, networks } from "@hearth/chain/networks";
import { localSigner } from "@hearth/chain/relay-signer";
import { z } from "zod";
import { demoRecordKey } from "./demo-record-key.ts";
import { readFileVariables } from "./env-files.ts";
import { type ProcessSettings, processVariables, readProcessSettings } from "./process-env.ts";
import type { MailerConfig } from "./features/mail/mailer.ts";
import { providerVariables, type Providers, readProviders } from "./provider-env.ts";
import { readUploadPlace, type UploadPlace, uploadVariables } from "./uploads/upload-place.ts";

const url = z.url({ protocol: /^https?$/ });
const hexKey = z.string().regex(/^0x[0-9a-fA-F]{64}$/, "a private key is 0x and 64 hex digits");

const schema = z.object({
  DATABASE_URL: z.string("is missing").regex(/^postgres(ql)?:\/\//, "a PostgreSQL address like postgres://user:password@host/name"),
  /** The database's direct address where DATABASE_URL is a pooler in transaction mode: LISTEN and locks need a session of their own. */
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "a PostgreSQL address like postgres://user:password@host/name")
    .optional(),
  /** A replica of the database, for queries whose answer may be a few seconds old. */
  DATABASE_READ_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, "a PostgreSQL address like postgres://user:password@host/name")
    .optional(),
  HOST: z.string().default("127.0.0.1"),
  PORT: z.coerce.number().int().min(0).max(65_535).default(5000),
  PUBLIC_ORIGIN: url.optional(),
  NETWORK: z.enum(["local", "base-sepolia", "base"]).default("local"),
  RPC_URL: url.optional(),
  /** Several providers, separated by commas or spaces; takes precedence over RPC_URL. */
  RPC_URLS: z
    .string()
    .transform((list) => list.split(/[\s,]+/).filter((address) => address !== ""))
    .pipe(z.array(url).min(1).max(5))
    .refine((list) => new Set(list.map((address) => address.replace(/\/+$/, ""))).size === list.length, "names one provider twice")
    .optional(),
  BROWSER_RPC_URL: url.optional(),
  FAUCET_URL: url.optional(),
  RELAYER_PRIVATE_KEY: hexKey.optional(),
  /** A remote signer for the relayer: a JSON-RPC address that answers `eth_signTransaction`. */
  RELAYER_SIGNER_URL: url.optional(),
  /** The relayer's account: for a remote signer, and for processes that only answer requests. */
  RELAYER_ADDRESS: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, "an address is 0x and 40 hex digits")
    .optional(),
  /** The key that signs receipts and rent records; without it, none are signed. */
  RECORD_PRIVATE_KEY: hexKey.optional(),
  START_BLOCK: z.coerce.bigint().min(0n).optional(),
  WEB_DIST: z.string().optional(),
  /** The address of the passkey wallet's page, on a host of its own, and the folder of its files where this server serves it. */
  WALLET_ORIGIN: url.optional(),
  WALLET_DIST: z.string().optional(),
  /** Dollars that a passkey wallet should hold at most while one device alone opens it. */
  WALLET_MOST_AT_RISK: z.coerce.number().int().min(0).max(1_000_000).default(100),
  /** Times a day that a person can send money out of their passkey wallet: the relayer pays the gas. */
  WALLET_SENDS_A_DAY: z.coerce.number().int().min(0).max(1_000).default(5),
  /** A ClamAV daemon that scans uploaded files. */
  CLAMD_URL: z.url({ protocol: /^(tcp|unix)$/, error: "must be tcp://host:port or unix:///path" }).optional(),
  /** The mail server; a password in the address stays in the environment. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "the address of a mail server like smtps://user:password@host:465")
    .optional(),
  /** The sender of mails: an address, or a name with an address. */
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, "an address like Hearth <mail@example.com>")
    .optional(),
  /** The address for people who need help; the contact page shows it. */
  CONTACT_EMAIL: z.email("an email address like help@example.com").optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** The number of proxies in front that are trusted about the visitor's address. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** Off only on the local network, for load measurements and long test runs. */
  RATE_LIMITS: z.enum(["on", "off"]).default("on"),
  /** Makes a second factor mandatory for admins; for everybody else it is optional. */
  ADMIN_MFA: z.enum(["optional", "required"]).default("optional"),
  /** A service that knows which passwords were in data breaches, queried by a part of their hash. Without it, none is queried. */
  PASSWORD_BREACH_URL: url.optional(),
  ...processVariables,
  ...providerVariables,
  ...uploadVariables,
});

/** The operator's configuration, read once and validated. */
export interface Env extends Providers, ProcessSettings {
  databaseUrl: string;
  /** For work that needs a session of its own; equal to `databaseUrl` without a pooler. */
  databaseDirectUrl: string;
  /** Null without a replica; the database then answers every query. */
  databaseReadUrl: string | null;
  host: string;
  port: number;
  publicOrigin: string;
  network: NetworkName;
  /** One for each provider, at least one. */
  rpcUrls: [string, ...string[]];
  browserRpcUrl: string;
  faucetUrl: string | null;
  relayerPrivateKey: `0x${string}` | null;
  /** Null where the relayer's key, if any, is in `relayerPrivateKey`. */
  relayerSigner: { url: string; address: `0x${string}` } | null;
  /** Null where payers send their own transfers. A process that only answers requests knows this address and no key. */
  relayerAddress: `0x${string}` | null;
  /** Null where receipts and rent records are not signed. */
  recordPrivateKey: `0x${string}` | null;
  startBlock: bigint | null;
  webDist: string | null;
  /** Null where no passkey wallets are offered. Its host is the RP ID of their passkeys. */
  walletOrigin: string | null;
  /** Null where another server serves the wallet's page. */
  walletDist: string | null;
  walletSendsADay: number;
  /** Dollars. */
  walletMostAtRisk: number;
  uploads: UploadPlace;
  clamdUrl: string | null;
  /** Null without a mail server; mails then wait in the outbox. */
  mailer: MailerConfig | null;
  /** Null where no address takes requests for help. */
  contactEmail: string | null;
  logLevel: string;
  trustProxyHops: number;
  hasRateLimits: boolean;
  adminsNeedSecondFactor: boolean;
  /** Null where no service checks passwords. */
  passwordBreachUrl: string | null;
}

const databaseVariables = ["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL"] as const;

/**
 * Reads and validates the environment. @throws one Error that names every invalid variable. On a network with real money, also refuses
 * loopback addresses, an origin without https, a remote database without TLS verification, and optional second factors for administrators.
 * Outside of the local network, refuses the relayer's key in a process that signs nothing.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const variables = readFileVariables(source, Object.keys(schema.shape));
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join(".")}: ${issue.message}`);
    throw new Error(`The configuration is not complete:\n${lines.join("\n")}`);
  }
  const env = parsed.data;
  const network = networks[env.NETWORK];
  const [rpcUrl = env.RPC_URL ?? network.rpcUrl, ...otherRpcUrls] = env.RPC_URLS ?? [];
  const browserRpcUrl = env.BROWSER_RPC_URL ?? network.rpcUrl;
  if (env.NETWORK === "base" && addressesOf(env, rpcUrl, ...otherRpcUrls, browserRpcUrl).some(isLoopback)) {
    throw new Error("NETWORK is base, where money is real, but an RPC or provider address is on this machine. Give the real address.");
  }
  if (env.NETWORK === "base" && !env.PUBLIC_ORIGIN?.startsWith("https:")) {
    throw new Error("NETWORK is base, where money is real, but PUBLIC_ORIGIN is no https address. Give the one that people see.");
  }
  const unsafe = databaseVariables.find((name) => env[name] !== undefined && !isSafeOnItsWay(env[name]));
  if (env.NETWORK === "base" && unsafe !== undefined) {
    throw new Error(`NETWORK is base, where money is real, but ${unsafe} goes to another machine unprotected. Add sslmode=verify-full.`);
  }
  if (env.NETWORK === "base" && env.ADMIN_MFA !== "required") {
    throw new Error("NETWORK is base, where money is real, but administrators need no second factor. Set ADMIN_MFA=required.");
  }
  if (env.RATE_LIMITS === "off" && env.NETWORK !== "local") {
    throw new Error("RATE_LIMITS is off, which is allowed with NETWORK=local only. Remove it.");
  }
  return {
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    databaseReadUrl: env.DATABASE_READ_URL ?? null,
    host: env.HOST,
    port: env.PORT,
    publicOrigin: new URL(env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`).origin,
    network: env.NETWORK,
    rpcUrls: [rpcUrl, ...otherRpcUrls],
    browserRpcUrl,
    faucetUrl: env.NETWORK === "local" ? (env.FAUCET_URL ?? null) : null,
    ...readRelayer(env),
    recordPrivateKey: toHex(env.RECORD_PRIVATE_KEY) ?? (env.NETWORK === "local" ? demoRecordKey : null),
    startBlock: env.START_BLOCK ?? null,
    webDist: env.WEB_DIST ?? null,
    walletOrigin: readWalletOrigin(env),
    walletDist: env.WALLET_DIST ?? null,
    walletSendsADay: env.WALLET_SENDS_A_DAY,
    walletMostAtRisk: env.WALLET_MOST_AT_RISK,
    uploads: readUploads(env),
    clamdUrl: env.CLAMD_URL ?? null,
    mailer: readMailer(env),
    contactEmail: env.CONTACT_EMAIL ?? (env.NETWORK === "local" ? "help@hearth.test" : null),
    logLevel: env.LOG_LEVEL,
    trustProxyHops: env.TRUST_PROXY,
    hasRateLimits: env.RATE_LIMITS === "on",
    adminsNeedSecondFactor: env.ADMIN_MFA === "required",
    passwordBreachUrl: env.PASSWORD_BREACH_URL?.replace(/\/+$/, "") ?? null,
    ...readProcessSettings(env, env.NETWORK),
    ...readProviders(env, env.NETWORK),
  };
}

/**
 * Reads the origin of the passkey wallet's page. Its host must be out of the app's reach. A page may ask for the passkeys of its own host and of the hosts that
 * its own ends with (WebAuthn, RP ID). @throws an Error that says what to do.
 */
function readWalletOrigin({ WALLET_ORIGIN, WALLET_DIST, PUBLIC_ORIGIN, NETWORK, PORT }: z.output<typeof schema>): string | null {
  const app = new URL(PUBLIC_ORIGIN ?? `http://localhost:${PORT}`);
  if (WALLET_ORIGIN === undefined) {
    const isOffered = NETWORK === "local" && WALLET_DIST !== undefined && app.hostname === "localhost";
    return isOffered ? `${app.protocol}//wallet.${app.host}` : null;
  }
  const wallet = new URL(WALLET_ORIGIN);
  if (`.${app.hostname}`.endsWith(`.${wallet.hostname}`))
    throw new Error(
      "WALLET_ORIGIN must be a host of its own, like wallet.hearth.example: the pages of PUBLIC_ORIGIN could use its passkeys.",
    );
  if (NETWORK === "base" && wallet.protocol !== "https:")
    throw new Error("NETWORK is base, where money is real, but WALLET_ORIGIN is no https address.");
  return wallet.origin;
}

function addressesOf(env: z.output<typeof schema>, ...rpcUrls: string[]): (string | undefined)[] {
  const { FAUCET_URL, EXCHANGE_API_URL, EXCHANGE_LOGIN_URL, ONRAMP_API_URL, ONRAMP_STATUS_URL } = env;
  return [...rpcUrls, FAUCET_URL, EXCHANGE_API_URL, EXCHANGE_LOGIN_URL, ONRAMP_API_URL, ONRAMP_STATUS_URL];
}

/** True where the connection can be neither read nor changed in transit: to this machine, or by TLS with a verified server. */
function isSafeOnItsWay(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  return hostname === "" || isLoopback(databaseUrl) || searchParams.get("sslmode") === "verify-full";
}

type RelayerSettings = Pick<Env, "relayerPrivateKey" | "relayerSigner" | "relayerAddress">;

/**
 * Reads the relayer's key or remote signer, and its address. Only a worker signs, so a web process takes the address alone; the local
 * network's key is public.
 */
function readRelayer(env: z.output<typeof schema>): RelayerSettings {
  const { RELAYER_SIGNER_URL, RELAYER_ADDRESS, RELAYER_PRIVATE_KEY, NETWORK, ROLE } = env;
  const address = toHex(RELAYER_ADDRESS);
  if (ROLE === "web" && NETWORK !== "local") {
    if (RELAYER_PRIVATE_KEY !== undefined || RELAYER_SIGNER_URL !== undefined)
      throw new Error(
        "ROLE is web, but RELAYER_PRIVATE_KEY or RELAYER_SIGNER_URL is given, which only a worker needs. Give this process RELAYER_ADDRESS instead.",
      );
    return { relayerPrivateKey: null, relayerSigner: null, relayerAddress: address };
  }
  const relayerPrivateKey = toHex(RELAYER_PRIVATE_KEY);
  const relayerSigner = readSigner(env);
  const relayerAddress = relayerPrivateKey === null ? (relayerSigner?.address ?? null) : localSigner(relayerPrivateKey).address;
  if (relayerPrivateKey !== null && address !== null && address.toLowerCase() !== relayerAddress?.toLowerCase())
    throw new Error(`RELAYER_ADDRESS is not the account of RELAYER_PRIVATE_KEY, which is ${relayerAddress}.`);
  return { relayerPrivateKey, relayerSigner, relayerAddress };
}

/** Reads the remote signer. With real money it must use https, unless it is on this machine. */
function readSigner({ RELAYER_SIGNER_URL, RELAYER_ADDRESS, RELAYER_PRIVATE_KEY, NETWORK }: z.output<typeof schema>): Env["relayerSigner"] {
  if (RELAYER_SIGNER_URL !== undefined && RELAYER_PRIVATE_KEY !== undefined)
    throw new Error("RELAYER_PRIVATE_KEY and RELAYER_SIGNER_URL are both given: remove one.");
  if (RELAYER_SIGNER_URL === undefined) {
    if (RELAYER_ADDRESS === undefined || RELAYER_PRIVATE_KEY !== undefined) return null;
    throw new Error(
      "RELAYER_ADDRESS is given without RELAYER_PRIVATE_KEY or RELAYER_SIGNER_URL: give one of them to a worker, or remove it.",
    );
  }
  if (RELAYER_ADDRESS === undefined) throw new Error("RELAYER_SIGNER_URL and RELAYER_ADDRESS go together: give both, or none.");
  if (NETWORK === "base" && !RELAYER_SIGNER_URL.startsWith("https:") && !isLoopback(RELAYER_SIGNER_URL))
    throw new Error("NETWORK is base, where money is real, but RELAYER_SIGNER_URL is no https address.");
  return { url: RELAYER_SIGNER_URL, address: `0x${RELAYER_ADDRESS.slice(2)}` };
}

function readMailer({ SMTP_URL, MAIL_FROM, NETWORK }: z.output<typeof schema>): MailerConfig | null {
  if (SMTP_URL === undefined) return null;
  const from = MAIL_FROM ?? (NETWORK === "local" ? "Hearth <mail@hearth.test>" : undefined);
  if (from === undefined) throw new Error("MAIL_FROM is missing: SMTP_URL is given, and mails have to be from somebody.");
  return { smtpUrl: SMTP_URL, from };
}

/**
 * Reads the upload store. With real money, a bucket must use https unless it is on this machine, because documents of disputes are private.
 */
function readUploads(env: z.output<typeof schema>): UploadPlace {
  const place = readUploadPlace(env);
  const endpoint = place.bucket?.endpoint ?? null;
  if (env.NETWORK === "base" && endpoint !== null && !endpoint.startsWith("https:") && !isLoopback(endpoint))
    throw new Error("NETWORK is base, where money is real, but S3_ENDPOINT is no https address.");
  return place;
}

function toHex(key: string | undefined): `0x${string}` | null {
  return key === undefined ? null : `0x${key.slice(2)}`;
}

function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname.startsWith("127.") || hostname === "[::1]" || hostname === "0.0.0.0";
}
