import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { HearthError } from "@hearth/domain/errors";

const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Where uploaded files lie, under random ids and nothing else; no web server looks there. */
export interface UploadStore {
  /** Writes a new file and waits until it is on the disk. */
  write(id: string, content: Readable): Promise<void>;
  read(id: string): Promise<Buffer>;
  /** @throws HearthError NOT_FOUND where the file is gone. */
  open(id: string): Promise<Readable>;
  /** Does nothing where there is no such file. */
  remove(id: string): Promise<void>;
  /** The ids of the files that were last written before that moment. */
  listOlderThan(moment: Date): Promise<string[]>;
}

/** Keeps uploads in a folder, which is made when the first one comes and is readable by this user alone. */
export function createUploadStore(folder: string): UploadStore {
  const root = resolve(folder);
  const pathOf = (id: string) => {
    if (!idShape.test(id)) throw new RangeError("An upload's id is a UUID");
    return join(root, id);
  };
  return {
    write: async (id, content) => {
      await mkdir(root, { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(pathOf(id), { flags: "wx", mode: 0o600, flush: true }));
    },
    read: (id) => readFile(pathOf(id)),
    open: async (id) => {
      const file = await open(pathOf(id)).catch((cause: unknown) => {
        if (isMissing(cause)) throw new HearthError("NOT_FOUND", { message: "This document is no longer there", cause });
        throw cause;
      });
      return file.createReadStream();
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    listOlderThan: async (moment) => {
      const names = await readdir(root).catch((error: unknown) => (isMissing(error) ? [] : Promise.reject(error)));
      const old = await Promise.all(names.filter((name) => idShape.test(name)).map((id) => writtenBefore(pathOf(id), moment)));
      return names.filter((name) => idShape.test(name)).filter((_, index) => old[index]);
    },
  };
}

async function writtenBefore(path: string, moment: Date): Promise<boolean> {
  const file = await stat(path).catch(() => null);
  return file !== null && file.mtimeMs < moment.getTime();
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
