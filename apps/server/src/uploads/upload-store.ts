import type { Readable } from "node:stream";

/**
 * Where uploaded files lie, under ids and nothing else; no web server looks there. An id is a UUID of version 7, which begins with the moment
 * at which it was made; older files have ids of version 4.
 */
export interface UploadStore {
  /** Writes a new file, never over another, and waits until it is kept. */
  write(id: string, content: Readable): Promise<void>;
  read(id: string): Promise<Buffer>;
  /** @throws HearthError NOT_FOUND where the file is gone. */
  open(id: string): Promise<Readable>;
  /** Does nothing where there is no such file. */
  remove(id: string): Promise<void>;
  /** The ids of version 7 that were made from one moment to before another. In a bucket it costs what was written since the first of them. */
  listMade(from: Date, before: Date): Promise<string[]>;
}
