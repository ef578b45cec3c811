import { digestOfUpload, openUpload, type UploadedFiles } from "@hearth/db/backup/uploaded-files";
import type { Database } from "@hearth/db/client";
import { listDigests } from "./dispute-documents.repo.ts";

/** What moving did: how many were copied or were there already, and the ids of those that are missing or damaged where they came from. */
export interface MoveReport {
  copied: number;
  alreadyThere: number;
  damaged: string[];
}

/** From where, to where, and whether what arrived is removed at the source. */
export interface MoveOrder {
  from: UploadedFiles;
  to: UploadedFiles;
  remove: boolean;
  /** Hears how many were looked at. */
  say: (note: string) => void;
}

const page = 500;

/**
 * Copies the file of every document to another place while people go on working; one that is whole there is left as it is, so that it may be run
 * again, and again after the servers were pointed to the new place. A file is removed at the source only when what arrived was read
 * back and has the SHA-256 that its row says. It costs a look at each file.
 */
export async function moveUploads(db: Database, { from, to, remove, say }: MoveOrder): Promise<MoveReport> {
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
    say(`${looked} files ...`);
    after = documents.at(-1)?.id ?? null;
    if (documents.length < page || after === null) return report;
  }
}

async function moveOne(
  { from, to, remove }: Omit<MoveOrder, "say">,
  id: string,
  sha256: string,
): Promise<"copied" | "alreadyThere" | "damaged"> {
  const isThere = (await digestOfUpload(to, id)) === sha256;
  if (!isThere) {
    if ((await digestOfUpload(from, id)) !== sha256) return "damaged";
    const content = await openUpload(from, id);
    if (content === null) return "damaged";
    await to.remove(id); // what a copy that was cut off left
    await to.write(id, content);
    if ((await digestOfUpload(to, id)) !== sha256) throw new Error(`The uploaded file ${id} did not arrive whole`);
  }
  if (remove) await from.remove(id);
  return isThere ? "alreadyThere" : "copied";
}
