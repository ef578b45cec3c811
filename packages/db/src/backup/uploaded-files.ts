import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { HearthError } from "@hearth/domain/errors";

/** Storage of uploaded files by the ids of their rows. */
export interface UploadedFiles {
  /** @throws HearthError NOT_FOUND if there is no such file. */
  open(id: string): Promise<Readable>;
  /** Writes a new file and waits until it is durable. Never overwrites one. */
  write(id: string, content: Readable): Promise<void>;
  /** Does nothing if there is no such file. */
  remove(id: string): Promise<void>;
}

/** Opens an uploaded file, or returns null if it does not exist. */
export async function openUpload(files: Pick<UploadedFiles, "open">, id: string): Promise<Readable | null> {
  try {
    return await files.open(id);
  } catch (error) {
    if (error instanceof HearthError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

/** Returns the SHA-256 of an uploaded file in hex, or null if it does not exist. */
export async function digestOfUpload(files: Pick<UploadedFiles, "open">, id: string): Promise<string | null> {
  const content = await openUpload(files, id);
  if (content === null) return null;
  const hash = createHash("sha256");
  for await (const chunk of content) hash.update(chunk);
  return hash.digest("hex");
}
