import { sql, type SQL } from "drizzle-orm";
import type { Database } from "../client.ts";

/** Runs statements over thousands of rows in one transaction, without the time limit of a statement, because the machine may be busy. */
export async function writeMany(db: Database, ...statements: SQL[]): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    for (const statement of statements) await tx.execute(statement);
  });
}
