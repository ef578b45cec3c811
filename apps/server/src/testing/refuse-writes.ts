import type { Database } from "@hearth/db/client";
import { sql } from "drizzle-orm";

/** Plants a failure: the database refuses to write rows of a table that fit a condition. Returns a function that ends it. */
export async function refuseWrites(db: Database, table: string, condition: string): Promise<() => Promise<void>> {
  await db.execute(sql`create or replace function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
  await db.execute(
    sql.raw(`create trigger refuse before insert or update on ${table} for each row when (${condition}) execute function refuse()`),
  );
  return async () => void (await db.execute(sql.raw(`drop trigger refuse on ${table}`)));
}
