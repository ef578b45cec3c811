import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** The file that makes a folder a backup; written last, so that a folder without it is an unfinished one. */
const manifestFile = "manifest.json";
/** Where a backup keeps its tables and its uploaded files. */
export const tablesFolder = "tables";
export const uploadsFolder = "uploads";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const schema = z.strictObject({
  format: z.literal("hearth-backup-1"),
  takenAt: z.iso.datetime(),
  /** The newest migration of the database that was backed up. */
  migration: z.number().int(),
  /** In the form of COPY, gzipped: `tables/<name>.copy.gz`. */
  tables: z.strictObject({ name: identifier, columns: identifier.array(), rows: z.number().int(), sha256 }).array(),
  /** Where numbering goes on; null where it has not begun. */
  sequences: z.strictObject({ name: identifier, lastValue: z.string().nullable() }).array(),
  /** Under the ids of their rows: `uploads/<id>`. */
  uploads: z.strictObject({ id: z.uuid(), sha256 }).array(),
});
export type Manifest = z.infer<typeof schema>;
export type TableEntry = Manifest["tables"][number];

/** A backup that cannot be made, read or restored; the message says why and what to do. */
export class BackupProblem extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "BackupProblem";
  }
}

/** The files of a backup. */
export const filesOf = (folder: string) => ({
  manifest: join(folder, manifestFile),
  table: (name: string) => join(folder, tablesFolder, `${name}.copy.gz`),
  upload: (id: string) => join(folder, uploadsFolder, id),
});

/** Reads what a backup says it holds. @throws BackupProblem for a folder that is none. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(filesOf(folder).manifest, "utf8").catch((cause: unknown) => {
    throw new BackupProblem(`${folder} is no backup, or one that was not finished: it has no readable ${manifestFile}`, { cause });
  });
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupProblem(`The ${manifestFile} in ${folder} was damaged, or written by another version`, { cause });
  }
}
