import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { nameStatements } from "./named-statements.ts";
import * as schema from "./schema.ts";

export type Database = PostgresJsDatabase<typeof schema>;
/** A transaction. Repositories accept it or a database. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type DatabaseOrTransaction = Database | Transaction;

export interface DatabaseConnection {
  db: Database;
  /** For raw SQL and LISTEN. A separate client, because Drizzle changes the parsers of the client it gets. */
  sql: postgres.Sql;
  close(): Promise<void>;
}

/** Without this, the driver waits up to 20 seconds between retries after the database was away, and so does every request. */
const reconnectSeconds = () => 0.25;

export interface DatabaseOptions {
  poolSize?: number;
  /**
   * Connections that send the statements of `cachedQuery` alone, beside the pool. Such a statement takes less than a millisecond. On few connections the
   * driver writes several of them at once, and a longer statement never holds them up. Without it they use the pool.
   */
  shortPoolSize?: number;
  /**
   * The database itself, if `url` is a pooler in transaction mode. Such a pooler gives each transaction another session, so session state
   * does not survive. LISTEN then uses this URL, statements are not named, and the pooler sets their timeout.
   */
  directUrl?: string;
  /** Called with each statement sent through `db`, including the ones that begin and end transactions. */
  onStatement?: (text: string) => void;
}

const shortClients = new WeakMap<object, postgres.Sql>();
/** Returns the client that sends a database's short statements: its own for a transaction or for a database without `shortPoolSize`. */
export const shortClientOf = (client: object): object => shortClients.get(client) ?? client;

/**
 * Opens a bounded pool. Statements time out after 5 seconds and idle transactions after 10. A database that was away is found again within
 * a second.
 */
export function connectDatabase(url: string, options: DatabaseOptions = {}): DatabaseConnection {
  const { poolSize = 10, shortPoolSize = 0, onStatement, directUrl = url } = options;
  const application = { application_name: "hearth" };
  // Compiling a statement takes longer than running any of ours. The server compiles where it takes a statement for expensive, which stale statistics suggest.
  const connection = { ...application, statement_timeout: 5_000, idle_in_transaction_session_timeout: 10_000, jit: "off" };
  const common = { onnotice: () => {}, connect_timeout: 10, backoff: reconnectSeconds };
  const debug = onStatement && ((_connection: number, text: string) => onStatement(text));
  const isPooled = directUrl !== url;
  const session = isPooled ? { connection: application, prepare: false } : { connection };
  const openPool = (max: number) => {
    const client = postgres(url, { max, ...(debug && { debug }), ...common, ...session });
    return isPooled ? client : nameStatements(client);
  };
  const client = openPool(poolSize);
  const short = shortPoolSize > 0 ? openPool(shortPoolSize) : null;
  if (short !== null) shortClients.set(client, short);
  const sql = postgres(directUrl, { max: 2, ...common, connection });
  return {
    db: drizzle(client, { schema }),
    sql,
    close: async () => {
      await Promise.all([client, sql, ...(short === null ? [] : [short])].map((pool) => pool.end({ timeout: 5 })));
    },
  };
}
