import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import postgres, { type TransactionSql } from "postgres";
import { migrateDatabase, newestMigration } from "../migrate.ts";
import { findMigration, listForeignKeys, listTables, type Queryable, quote } from "./catalog.ts";
import { digest } from "./digest.ts";
import { BackupProblem, filesOf, type Manifest, type TableEntry } from "./manifest.ts";
import { digestOfUpload, type UploadedFiles } from "./uploaded-files.ts";
import { verifyBackup } from "./verify-backup.ts";

/** The backup to restore, and its destination. */
export interface RestoreOrder {
  folder: string;
  databaseUrl: string;
  /** Destination of the uploaded documents. */
  uploads: Pick<UploadedFiles, "open" | "write">;
  report: (note: string) => void;
}

/**
 * Restores a backup into an empty database and an upload store, completely or not at all. Checks every file before and every foreign key
 * after. Then applies newer migrations to a backup of an older version. @throws BackupProblem for a database with rows, a damaged backup,
 * or a newer one.
 */
export async function restoreBackup(order: RestoreOrder): Promise<Manifest> {
  const { folder, databaseUrl, report } = order;
  const { manifest, broken } = await verifyBackup(folder, report);
  if (broken.length > 0) throw new BackupProblem(`The backup is damaged, and nothing was changed:\n${broken.join("\n")}`);
  if (manifest.migration > newestMigration()) {
    throw new BackupProblem("The backup was made by a newer version of Hearth. Restore it with that version.");
  }
  const sql = postgres(databaseUrl, {
    max: 1,
    onnotice: () => {},
    connect_timeout: 10,
    connection: { application_name: "hearth-restore" },
  });
  try {
    await requireEmpty(sql, manifest);
    await restoreUploads(order, manifest);
    report("Creating the tables ...");
    await migrateDatabase(databaseUrl, manifest.migration);
    await sql.begin((tx) => fill(tx, manifest, order));
  } finally {
    await sql.end({ timeout: 5 });
  }
  report("Applying newer migrations ...");
  await migrateDatabase(databaseUrl);
  return manifest;
}

async function requireEmpty(sql: Queryable, manifest: Manifest): Promise<void> {
  for (const { name } of await listTables(sql)) {
    const [row] = await sql.unsafe(`select 1 from ${quote(name)} limit 1`);
    if (row) throw new BackupProblem(`The database is not empty: ${name} has rows. Restore into a new database; nothing was changed.`);
  }
  const migration = await findMigration(sql);
  if (migration !== null && migration > manifest.migration) {
    throw new BackupProblem(
      "The database was set up by a newer version than the backup. Restore into a new database; nothing was changed.",
    );
  }
}

/** Restores the uploaded files. Skips a file that already exists with the same content. */
async function restoreUploads({ folder, uploads: target, report }: RestoreOrder, { uploads }: Manifest): Promise<void> {
  for (const [at, { id, sha256 }] of uploads.entries()) {
    report(`File ${at + 1} of ${uploads.length} ...`);
    const existing = await digestOfUpload(target, id);
    if (existing === sha256) continue;
    if (existing !== null)
      throw new BackupProblem(
        `The uploaded file ${id} already exists with other content. Give an empty UPLOADS_DIR or S3_BUCKET; the database was not changed.`,
      );
    await target.write(id, createReadStream(filesOf(folder).upload(id)));
  }
}

/**
 * Inserts the rows unchanged. Triggers are disabled, so they add nothing. Foreign keys are dropped first and recreated at the end, so the
 * order of tables does not matter.
 */
async function fill(tx: TransactionSql, manifest: Manifest, { folder, report }: RestoreOrder): Promise<void> {
  const keys = await listForeignKeys(tx);
  for (const { table, name } of keys) await tx.unsafe(`alter table ${quote(table)} drop constraint ${quote(name)}`);
  for (const table of manifest.tables) {
    report(`Table ${table.name} ...`);
    await tx.unsafe(`alter table ${quote(table.name)} disable trigger user`);
    await fillTable(tx, table, filesOf(folder).table(table.name));
    await tx.unsafe(`alter table ${quote(table.name)} enable trigger user`);
  }
  for (const { name, lastValue } of manifest.sequences) {
    if (lastValue !== null) await tx`select setval(${quote(name)}::regclass, ${lastValue}::bigint)`;
  }
  report("Checking foreign keys ...");
  for (const { table, name, definition } of keys)
    await tx.unsafe(`alter table ${quote(table)} add constraint ${quote(name)} ${definition}`);
}

async function fillTable(tx: TransactionSql, { name, columns, rows }: TableEntry, path: string): Promise<void> {
  const lines = digest();
  const into = await tx.unsafe(`copy ${quote(name)} (${columns.map(quote).join(", ")}) from stdin`).writable();
  await pipeline(createReadStream(path), createGunzip(), lines.stream, into);
  const [count] = await tx.unsafe(`select count(*)::int as rows from ${quote(name)}`);
  if (lines.lines() !== rows || count?.["rows"] !== rows)
    throw new BackupProblem(`Table ${name} was not restored completely; nothing was changed`);
}
