import type { Readable } from "node:stream";

/**
 * Stores uploaded files by id, outside any web root. An id is a UUID of version 7, which begins with its creation time. Older files have
 * ids of version 4.
 */
export interface UploadStore {
  /** Writes a new file and waits until it is durable. Never overwrites a file. */
  write(id: string, content: Readable): Promise<void>;
  read(id: string): Promise<Buffer>;
  /** @throws HearthError NOT_FOUND when the file is gone. */
  open(id: string): Promise<Readable>;
  /** Does nothing without such a file. */
  remove(id: string): Promise<void>;
  /** Lists ids of version 7 created from one time to before another. A bucket is listed from the first of them on. */
  listMade(from: Date, before: Date): Promise<string[]>;
}
