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
import { createDocumentJudge, type DocumentJudge } from "./uploads/document-judge.ts";
import { createVirusScanner, type VirusScanner } from "./uploads/virus-scanner.ts";
import { createFileQueue, type FileQueue } from "./file-queue.ts";
import { createPdfDrawer, type PdfDrawer } from "./pdf/pdf-drawer.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";
import { createSharedLimits, type SharedLimits } from "./shared-limits.ts";

/** The logger of the server, or one that a test reads. */
export type Log = FastifyBaseLogger;

/** The external dependencies of the use cases. Created once, so that tests can replace each. */
export interface Deps {
  env: Env;
  clock: Clock;
  log: Log;
  db: Database;
  /** For raw SQL and LISTEN. */
  sql: Sql;
  /** Null without a replica. */
  replica: Replica | null;
  network: Network;
  chain: ChainReader;
  /** Null without a relayer key: in a process that only answers requests, and where payers send their own transactions. */
  relayer: Relayer | null;
  /** Rebroadcasts transactions signed by a relayer's key, including a key that is no longer configured. */
  broadcaster: Broadcaster;
  /** Null without a key; receipts and rent records are then not signed. */
  recordSigner: RecordSigner | null;
  /** Null without a client; people then connect wallets of their own. */
  exchange: ExchangeAccountProvider | null;
  /** Null without a key; people then pay with a wallet. */
  onramp: OnrampProvider | null;
  /** Null without a mail server; mails then wait. */
  mailer: Mailer | null;
  /** Encrypts secrets before they are stored. */
  encryption: Encryption;
  paymentEvents: EventBus;
  /** Events of merchants: money, disputes, refunds and enrollments. */
  merchantEvents: EventBus;
  /** Events of users: their notifications. */
  userEvents: EventBus;
  /** Limits the number of open live streams. */
  streams: StreamLimits;
  passwords: PasswordHasher;
  rateLimits: RateLimits;
  fileQueue: FileQueue;
  chargeFileQueue: FileQueue;
  /** Draws receipts and books as PDF. */
  pdfs: PdfDrawer;
  /** Judges uploaded documents. */
  documentJudge: DocumentJudge;
  sharedLimits: SharedLimits;
  metrics: Metrics;
  /** Stores uploaded files. */
  uploads: UploadStore;
  /** Null without a scanner; documents are then checked by their format only. */
  virusScanner: VirusScanner | null;
  /** Aborted when shutdown begins: the process still serves requests, but reports that it is not ready. */
  ending: AbortController;
  close(): Promise<void>;
}

/** The maximum lag of a replica that is still queried. */
const replicaBoundMs = 5_000;

/** Creates the dependencies and opens their connections. */
export async function createDeps(env: Env, log: Log, clock: Clock = systemClock): Promise<Deps> {
  const network = networks[env.network];
  const { db, sql, close } = connectDatabase(env.databaseUrl, { directUrl: env.databaseDirectUrl, shortPoolSize: 3 });
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
  const documentJudge = createDocumentJudge();
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
    fileQueue: createFileQueue(rateLimits, "made"),
    chargeFileQueue: createFileQueue(rateLimits, "sent"),
    pdfs,
    documentJudge,
    sharedLimits: createSharedLimits(db, clock, env.hasRateLimits ? {} : null),
    ending: new AbortController(),
    close: async () => {
      mailer?.close();
      await Promise.all([pdfs.close(), documentJudge.close()]);
      await Promise.all([paymentEvents.close(), merchantEvents.close(), userEvents.close()]);
      await replica?.close();
      await close();
    },
  };
}
