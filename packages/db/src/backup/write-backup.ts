import { createWriteStream, existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import postgres, { type TransactionSql } from "postgres";
import { findMigration, listSequences, listTables, quote } from "./catalog.ts";
import { digest } from "./digest.ts";
import { BackupProblem, filesOf, type Manifest, type TableEntry, tablesFolder, uploadsFolder } from "./manifest.ts";
import { openUpload, type UploadedFiles } from "./uploaded-files.ts";

/** The database and files to back up, and the destination. */
export interface BackupOrder {
  databaseUrl: string;
  /** Source of the uploaded documents. */
  uploads: Pick<UploadedFiles, "open">;
  /** The folder to create; its parent must exist. */
  folder: string;
  now: Date;
  /** Receives progress messages. */
  report: (note: string) => void;
}

/** The manifest, and the ids of uploaded files that were missing or did not match their rows. */
export interface BackupReport {
  manifest: Manifest;
  damaged: string[];
}

/**
 * Copies a snapshot of the whole database, and the uploaded files that its rows name, into a new folder that only this user can read. Does
 * not block other users and holds nothing in memory. Leaves nothing behind if it fails.
 * @throws BackupProblem where the folder exists already or the database was never set up.
 */
export async function writeBackup(order: BackupOrder): Promise<BackupReport> {
  const draft = `${order.folder}.unfinished`;
  await makeDraft(order.folder, draft);
  const sql = postgres(order.databaseUrl, {
    max: 1,
    onnotice: () => {},
    connect_timeout: 10,
    connection: { application_name: "hearth-backup" },
  });
  try {
    const report = await sql.begin("isolation level repeatable read read only", (tx) => copyAll(tx, { ...order, folder: draft }));
    await writeFile(filesOf(draft).manifest, `${JSON.stringify(report.manifest, null, 2)}\n`, { mode: 0o600, flag: "wx", flush: true });
    await rename(draft, order.folder);
    return report;
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function makeDraft(folder: string, draft: string): Promise<void> {
  if (existsSync(folder)) throw new BackupProblem(`The folder ${folder} exists already; give a new name`);
  try {
    await mkdir(draft, { mode: 0o700 });
    for (const part of [tablesFolder, uploadsFolder]) await mkdir(join(draft, part), { mode: 0o700 });
  } catch (cause) {
    const isThere = cause instanceof Error && "code" in cause && cause.code === "EEXIST";
    const reason = isThere
      ? "is left from a backup that was not finished, or is being made at this moment; delete it if not"
      : "cannot be made; is its parent there, and may this user write to it?";
    throw new BackupProblem(`The folder ${draft} ${reason}`, { cause });
  }
}

async function copyAll(tx: TransactionSql, order: BackupOrder): Promise<BackupReport> {
  const migration = await findMigration(tx);
  if (migration === null) throw new BackupProblem("This database was never set up by Hearth; there is nothing to back up");
  const tables: TableEntry[] = [];
  for (const table of await listTables(tx)) {
    order.report(`Table ${table.name} ...`);
    tables.push(await copyTable(tx, table, filesOf(order.folder).table(table.name)));
  }
  const sequences = await listSequences(tx);
  const { uploads, damaged } = await copyUploads(tx, order);
  return { manifest: { format: "hearth-backup-1", takenAt: order.now.toISOString(), migration, tables, sequences, uploads }, damaged };
}

async function copyTable(tx: TransactionSql, { name, columns }: { name: string; columns: string[] }, path: string): Promise<TableEntry> {
  const rows = digest();
  const file = digest();
  const out = await tx.unsafe(`copy ${quote(name)} (${columns.map(quote).join(", ")}) to stdout`).readable();
  await pipeline(chunksOf(out), rows.stream, createGzip(), file.stream, createWriteStream(path, { mode: 0o600, flags: "wx", flush: true }));
  return { name, columns, rows: rows.lines(), sha256: file.sha256() };
}

/**
 * Yields the output of a COPY. The driver pauses its socket when a chunk does not fit and resumes it when the stream is read. A stream that
 * has already ended is not read again, so the next statement would wait forever. The last `_read` resumes the socket.
 */
async function* chunksOf(stream: Readable): AsyncGenerator<Buffer> {
  for await (const chunk of stream) yield chunk;
  stream._read(0);
}

async function copyUploads(tx: TransactionSql, { uploads: source, folder, report }: BackupOrder) {
  const uploads: Manifest["uploads"] = [];
  const damaged: string[] = [];
  const rows = await tx<{ id: string; sha256: string }[]>`select id, sha256 from dispute_documents order by id`;
  for (const [at, { id, sha256 }] of rows.entries()) {
    report(`File ${at + 1} of ${rows.length} ...`);
    const found = await copyFile(source, id, filesOf(folder).upload(id));
    if (found === sha256) uploads.push({ id, sha256 });
    else damaged.push(id);
  }
  return { uploads, damaged };
}

/** Copies one file. Returns the SHA-256 of the copy, or null if there is no such file. */
async function copyFile(source: BackupOrder["uploads"], id: string, to: string): Promise<string | null> {
  const content = await openUpload(source, id);
  if (content === null) return null;
  const file = digest();
  await pipeline(content, file.stream, createWriteStream(to, { mode: 0o600, flags: "wx", flush: true }));
  return file.sha256();
}
