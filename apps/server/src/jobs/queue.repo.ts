import type { DatabaseOrTransaction } from "@hearth/db/client";
import { sql } from "drizzle-orm";

/** Whether the queue was ever started on this database; its tables are the library's own. */
export async function hasQueue(db: DatabaseOrTransaction): Promise<boolean> {
  const [queue] = await db.execute<{ exists: boolean }>(sql`select to_regclass('pgboss.job') is not null as exists`);
  return queue?.exists ?? false;
}
