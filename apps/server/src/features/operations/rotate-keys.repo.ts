import type { Database } from "@hearth/db/client";
import { sql } from "drizzle-orm";
import type { EncryptedColumn } from "./encrypted-columns.ts";

/** Returns texts of a column that were not encrypted with the newest key, in text order, after the given one. */
export async function listOlder(db: Database, { table, column, owner }: EncryptedColumn, newest: string, after: string, limit: number) {
  const text = sql.identifier(column);
  return db.execute<{ owner: string; encrypted: string }>(sql`
    select ${sql.identifier(owner)}::text as owner, ${text} as encrypted from ${sql.identifier(table)}
    where ${text} collate "C" > ${after} and not starts_with(${text}, ${newest}) order by ${text} collate "C" limit ${limit}`);
}

/** Replaces an encrypted text; false where it has changed meanwhile. */
export async function replaceEncrypted(
  db: Database,
  { table, column, owner }: EncryptedColumn,
  change: { owner: string; from: string; to: string },
) {
  const text = sql.identifier(column);
  const rows = await db.execute(sql`
    update ${sql.identifier(table)} set ${text} = ${change.to}
    where ${sql.identifier(owner)}::text = ${change.owner} and ${text} = ${change.from} returning 1`);
  return rows.length > 0;
}
