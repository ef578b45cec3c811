import { digestOfUpload, openUpload, type UploadedFiles } from "@hearth/db/backup/uploaded-files";
import type { Database } from "@hearth/db/client";
import { listDigests } from "./dispute-documents.repo.ts";

/** Result of a move: the number of files copied or already there, and the ids missing or damaged at the source. */
export interface MoveReport {
  copied: number;
  alreadyThere: number;
  damaged: string[];
}

/** `remove`: delete each file at the source once its copy is verified. */
export interface MoveOrder {
  from: UploadedFiles;
  to: UploadedFiles;
  remove: boolean;
  /** Called with progress messages. */
  log: (note: string) => void;
}

const page = 500;

/**
 * Copies every document's file to another store while the product is in use. Skips intact copies, so it can be repeated, also after the
 * servers use the new store. Removes a source file only after its copy was read back with the row's SHA-256. Reads every file.
 */
export async function moveUploads(db: Database, { from, to, remove, log }: MoveOrder): Promise<MoveReport> {
  const report: MoveReport = { copied: 0, alreadyThere: 0, damaged: [] };
  let looked = 0;
  for (let after: string | null = null; ;) {
    const documents = await listDigests(db, after, page);
    for (const { id, sha256 } of documents) {
      const outcome = await moveOne({ from, to, remove }, id, sha256);
      if (outcome === "damaged") report.damaged.push(id);
      else report[outcome] += 1;
    }
    looked += documents.length;
    log(`${looked} files ...`);
    after = documents.at(-1)?.id ?? null;
    if (documents.length < page || after === null) return report;
  }
}

async function moveOne(
  { from, to, remove }: Omit<MoveOrder, "log">,
  id: string,
  sha256: string,
): Promise<"copied" | "alreadyThere" | "damaged"> {
  const isThere = (await digestOfUpload(to, id)) === sha256;
  if (!isThere) {
    if ((await digestOfUpload(from, id)) !== sha256) return "damaged";
    const content = await openUpload(from, id);
    if (content === null) return "damaged";
    await to.remove(id); // remains of an interrupted copy
    await to.write(id, content);
    if ((await digestOfUpload(to, id)) !== sha256) throw new Error(`The uploaded file ${id} was not copied intact`);
  }
  if (remove) await from.remove(id);
  return isThere ? "alreadyThere" : "copied";
}
