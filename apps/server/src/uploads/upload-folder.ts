import { createWriteStream } from "node:fs";
import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { HearthError } from "@hearth/domain/errors";
import { checkUploadId, madeAt } from "./upload-id.ts";
import type { UploadStore } from "./upload-store.ts";

/** Stores uploads in a folder, created with the first file and readable only by this user. */
export function createUploadFolder(folder: string): UploadStore {
  const root = resolve(folder);
  const pathOf = (id: string) => join(root, checkUploadId(id));
  return {
    write: async (id, content) => {
      const path = pathOf(id);
      await mkdir(root, { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }));
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
    listMade: async (from, before) => {
      const names = await readdir(root).catch((error: unknown) => (isMissing(error) ? [] : Promise.reject(error)));
      return names.filter((name) => isWithin(madeAt(name), from, before));
    },
  };
}

function isWithin(made: number | null, from: Date, before: Date): boolean {
  return made !== null && made >= from.getTime() && made < before.getTime();
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
