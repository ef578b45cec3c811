import { type ChainReader, createChainReader } from "@hearth/chain/chain-reader";
import { type Network, networks } from "@hearth/chain/networks";
import { createQuorumReader } from "@hearth/chain/quorum-reader";
import { remoteSigner } from "@hearth/chain/relay-signer";
import { createRecordSigner, type RecordSigner } from "@hearth/chain/record-signing";
import { type Broadcaster, createBroadcaster, createRelayer, type Relayer } from "@hearth/chain/relayer";
import { connectDatabase, type Database } from "@hearth/db/client";
import { followReplica, type Replica } from "@hearth/db/replica";
import { type Clock, systemClock } from "@hearth/domain/time";
import { createAccountClient } from "@hearth/exchange/account-client";
import { createOnrampClient } from "@hearth/exchange/onramp-client";
import type { ExchangeAccountProvider, OnrampProvider } from "@hearth/exchange/provider";
import type { FastifyBaseLogger } from "fastify";
import type { Sql } from "postgres";
import type { Env } from "./env.ts";
import { type EventBus, startEventBus } from "./events/event-bus.ts";
import { createStreamLimits, type StreamLimits } from "./events/stream-limits.ts";
import { type Mailer, openMailer } from "./features/mail/mailer.ts";
import { createPasswordHasher, type PasswordHasher } from "./features/auth/passwords/password-hasher.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createEncryption, type Encryption } from "./encryption.ts";
import { createUploadStore } from "./uploads/open-upload-store.ts";
import type { UploadStore } from "./uploads/upload-store.ts";
import { createVirusScanner, type VirusScanner } from "./uploads/virus-scanner.ts";
import { createFileTurns, type FileTurns } from "./file-turns.ts";
import { createPdfDrawer, type PdfDrawer } from "./pdf/pdf-drawer.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";
import { createSharedLimits, type SharedLimits } from "./shared-limits.ts";

/** What everything logs to: the server's own logger, or one that a test reads. */
export type Log = FastifyBaseLogger;

/** Everything a use case needs from outside; made once, given to everybody, so that tests can own each part. */
export interface Deps {
  env: Env;
  clock: Clock;
  log: Log;
  db: Database;
  /** Raw SQL and LISTEN. */
  sql: Sql;
  /** Null where none is configured. */
  replica: Replica | null;
  network: Network;
  chain: ChainReader;
  /** Null where no relayer key is configured; payers then send by themselves. */
  relayer: Relayer | null;
  /** Hands in again what a relayer's key has signed, also one that is not configured any more. */
  broadcaster: Broadcaster;
  /** Null where no key is configured; receipts and rent records are then not signed. */
  recordSigner: RecordSigner | null;
  /** Null where no client is configured; people then connect wallets of their own. */
  exchange: ExchangeAccountProvider | null;
  /** Null where no key is configured; people then pay with a wallet. */
  onramp: OnrampProvider | null;
  /** Null where no mail server is configured; mails then wait. */
  mailer: Mailer | null;
  /** Encrypts what is kept of people's accounts elsewhere. */
  encryption: Encryption;
  paymentEvents: EventBus;
  /** Of merchants: money, disputes, refunds and enrollments. */
  merchantEvents: EventBus;
  /** Of people: what they are told. */
  userEvents: EventBus;
  /** How many live streams are open. */
  streams: StreamLimits;
  passwords: PasswordHasher;
  rateLimits: RateLimits;
  fileTurns: FileTurns;
  /** Draws receipts and books. */
  pdfs: PdfDrawer;
  sharedLimits: SharedLimits;
  metrics: Metrics;
  /** The bytes of uploaded files. */
  uploads: UploadStore;
  /** Null where none is configured; documents are then judged by their form alone. */
  virusScanner: VirusScanner | null;
  /** Aborted when the process is told to end: it serves what comes, and says that it is not ready for more. */
  ending: AbortController;
  close(): Promise<void>;
}

/** Further behind than this a replica is not asked. */
const replicaBoundMs = 5_000;

/** Opens the connections the server works with. */
export async function createDeps(env: Env, log: Log, clock: Clock = systemClock): Promise<Deps> {
  const network = networks[env.network];
  const { db, sql, close } = connectDatabase(env.databaseUrl, { directUrl: env.databaseDirectUrl });
  const replica = env.databaseReadUrl === null ? null : followReplica(sql, env.databaseReadUrl, replicaBoundMs);
  const { rpcUrls } = env;
  const readers = rpcUrls.map((rpcUrl) => createChainReader({ network, rpcUrl }));
  const chain = createQuorumReader(readers, { now: () => clock.now() });
  const [rpcUrl, ...otherRpcUrls] = rpcUrls;
  const signer = env.relayerSigner === null ? env.relayerPrivateKey : remoteSigner(env.relayerSigner);
  const relayer = signer === null ? null : createRelayer({ network, rpcUrl, otherRpcUrls, signer });
  const [paymentEvents, merchantEvents, userEvents] = await Promise.all([
    startEventBus(sql, "payment_events"),
    startEventBus(sql, "merchant_events"),
    startEventBus(sql, "user_events"),
  ]);
  const rateLimits = createRateLimits(clock, env.hasRateLimits ? {} : null);
  const pdfs = createPdfDrawer();
  const mailer = env.mailer && (await openMailer(env.mailer));
  return {
    env,
    clock,
    log,
    db,
    sql,
    replica,
    network,
    chain,
    relayer,
    broadcaster: createBroadcaster({ network, rpcUrl, otherRpcUrls }),
    recordSigner: env.recordPrivateKey && createRecordSigner(env.recordPrivateKey, network),
    exchange: env.exchange && createAccountClient(env.exchange),
    onramp: env.onramp && createOnrampClient(env.onramp),
    mailer,
    encryption: createEncryption(env.encryptionKeys),
    paymentEvents,
    merchantEvents,
    userEvents,
    streams: createStreamLimits(),
    passwords: createPasswordHasher(),
    metrics: createMetrics(),
    uploads: createUploadStore(env.uploads),
    virusScanner: env.clamdUrl === null ? null : createVirusScanner(env.clamdUrl),
    rateLimits,
    fileTurns: createFileTurns(rateLimits),
    pdfs,
    sharedLimits: createSharedLimits(db, clock, env.hasRateLimits ? {} : null),
    ending: new AbortController(),
    close: async () => {
      mailer?.close();
      await pdfs.close();
      await Promise.all([paymentEvents.close(), merchantEvents.close(), userEvents.close()]);
      await replica?.close();
      await close();
    },
  };
}
