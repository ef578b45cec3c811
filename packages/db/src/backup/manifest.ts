import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** The file that makes a folder a backup. It is written last, so a folder without it is an unfinished backup. */
const manifestFile = "manifest.json";
/** Folders of a backup for its tables and its uploaded files. */
export const tablesFolder = "tables";
export const uploadsFolder = "uploads";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const schema = z.strictObject({
  format: z.literal("hearth-backup-1"),
  takenAt: z.iso.datetime(),
  /** The newest migration of the backed-up database. */
  migration: z.number().int(),
  /** COPY format, gzipped, in `tables/<name>.copy.gz`. */
  tables: z.strictObject({ name: identifier, columns: identifier.array(), rows: z.number().int(), sha256 }).array(),
  /** Last value of each sequence; null if it has not been used. */
  sequences: z.strictObject({ name: identifier, lastValue: z.string().nullable() }).array(),
  /** Uploaded files by the ids of their rows, in `uploads/<id>`. */
  uploads: z.strictObject({ id: z.uuid(), sha256 }).array(),
});
export type Manifest = z.infer<typeof schema>;
export type TableEntry = Manifest["tables"][number];

/** A backup that cannot be made, read or restored. The message says why and what to do. */
export class BackupProblem extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = "BackupProblem";
  }
}

/** Paths of the files in a backup. */
export const filesOf = (folder: string) => ({
  manifest: join(folder, manifestFile),
  table: (name: string) => join(folder, tablesFolder, `${name}.copy.gz`),
  upload: (id: string) => join(folder, uploadsFolder, id),
});

/** Reads and checks a backup's manifest. @throws BackupProblem for a folder that is not a backup. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(filesOf(folder).manifest, "utf8").catch((cause: unknown) => {
    throw new BackupProblem(`${folder} is no backup, or an unfinished one: it has no readable ${manifestFile}`, { cause });
  });
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupProblem(`The ${manifestFile} in ${folder} was damaged, or written by another version`, { cause });
  }
}
