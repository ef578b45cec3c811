import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { nameStatements } from "./named-statements.ts";
import * as schema from "./schema.ts";

export type Database = PostgresJsDatabase<typeof schema>;
/** Inside a transaction; a repository takes either. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];
export type DatabaseOrTransaction = Database | Transaction;

export interface DatabaseConnection {
  db: Database;
  /** For raw SQL and LISTEN: a client of its own, because Drizzle rewrites the parsers of the one it is given. */
  sql: postgres.Sql;
  close(): Promise<void>;
}

/** The driver by itself would wait up to 20 seconds between its tries when the database was away, and everybody with it. */
const reconnectSeconds = () => 0.25;

/** How a database is worked with otherwise than usual. */
export interface DatabaseOptions {
  poolSize?: number;
  /**
   * The database itself, where `url` is a pooler in transaction mode: such a one gives each transaction another session, so that nothing that belongs to
   * a session goes through it. LISTEN goes to the database, statements are not named, and the pooler says how long they may take.
   */
  directUrl?: string;
  /** Hears each statement that goes through `db`, also those that begin and end transactions. */
  onStatement?: (text: string) => void;
}

/** Opens a bounded pool; statements end after 5 seconds, idle transactions after 10, and a database that was away is found within one. */
export function connectDatabase(url: string, options: DatabaseOptions = {}): DatabaseConnection {
  const { poolSize = 10, onStatement, directUrl = url } = options;
  const application = { application_name: "hearth" };
  const connection = { ...application, statement_timeout: 5_000, idle_in_transaction_session_timeout: 10_000 };
  const common = { onnotice: () => {}, connect_timeout: 10, backoff: reconnectSeconds };
  const debug = onStatement && ((_connection: number, text: string) => onStatement(text));
  const isPooled = directUrl !== url;
  const session = isPooled ? { connection: application, prepare: false } : { connection };
  const client = postgres(url, { max: poolSize, ...(debug && { debug }), ...common, ...session });
  const sql = postgres(directUrl, { max: 2, ...common, connection });
  return {
    db: drizzle(isPooled ? client : nameStatements(client), { schema }),
    sql,
    close: async () => {
      await Promise.all([client.end({ timeout: 5 }), sql.end({ timeout: 5 })]);
    },
  };
}
