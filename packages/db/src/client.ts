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
  /** Hears each statement that goes through `db`, also those that begin and end transactions. */
  onStatement?: (text: string) => void;
}

/** Opens a bounded pool; statements end after 5 seconds, idle transactions after 10, and a database that was away is found within one. */
export function connectDatabase(url: string, options: DatabaseOptions = {}): DatabaseConnection {
  const connection = { statement_timeout: 5_000, idle_in_transaction_session_timeout: 10_000, application_name: "hearth" };
  const common = { connection, onnotice: () => {}, connect_timeout: 10, backoff: reconnectSeconds };
  const { poolSize = 10, onStatement } = options;
  const debug = onStatement && ((_connection: number, text: string) => onStatement(text));
  const client = postgres(url, { max: poolSize, ...(debug && { debug }), ...common });
  const sql = postgres(url, { max: 2, ...common });
  return {
    db: drizzle(nameStatements(client), { schema }),
    sql,
    close: async () => {
      await Promise.all([client.end({ timeout: 5 }), sql.end({ timeout: 5 })]);
    },
  };
}
