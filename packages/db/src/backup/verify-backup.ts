import { digestOfFile } from "./digest.ts";
import { filesOf, type Manifest, readManifest } from "./manifest.ts";

/**
 * Reads a whole backup and returns one sentence for each missing or changed file. @throws BackupProblem for a folder that is not a backup.
 */
export async function verifyBackup(folder: string, report: (note: string) => void): Promise<{ manifest: Manifest; broken: string[] }> {
  const manifest = await readManifest(folder);
  const files = filesOf(folder);
  const expected = [
    ...manifest.tables.map(({ name, sha256 }) => ({ what: `Table ${name}`, path: files.table(name), sha256 })),
    ...manifest.uploads.map(({ id, sha256 }) => ({ what: `File ${id}`, path: files.upload(id), sha256 })),
  ];
  const broken: string[] = [];
  for (const { what, path, sha256 } of expected) {
    report(`${what} ...`);
    const found = await digestOfFile(path);
    if (found === null) broken.push(`${what} is missing`);
    else if (found !== sha256) broken.push(`${what} is not what was backed up`);
  }
  return { manifest, broken };
}
