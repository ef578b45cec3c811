import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { HearthError } from "@hearth/domain/errors";
import { checkUploadId, lowestIdOf, madeAt } from "./upload-id.ts";
import type { BucketConfig } from "./upload-place.ts";
import type { UploadStore } from "./upload-store.ts";

const limits = { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true };

/**
 * Stores uploads in a bucket of an S3-compatible store, under their ids. A file, at most 5 MB, is buffered in memory during a write. Every
 * call throws HearthError UNAVAILABLE when the store fails or refuses.
 */
export function createUploadBucket({ bucket, prefix, endpoint, region, credentials }: BucketConfig): UploadStore {
  let opened: ReturnType<typeof open> | null = null;
  async function open() {
    const sdk = await import("@aws-sdk/client-s3"); // loaded with the first file: most processes do not need its 20 MB
    const client = new sdk.S3Client({
      region,
      requestHandler: limits,
      maxAttempts: 3,
      // Many stores support no checksums besides the request signature's.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      ...(endpoint !== null && { endpoint, forcePathStyle: true }),
      ...(credentials !== null && { credentials }),
    });
    return { sdk, client };
  }
  const store = () => (opened ??= open());
  const locationOf = (id: string) => ({ Bucket: bucket, Key: prefix + checkUploadId(id) });

  async function fetchBody(id: string): Promise<Readable> {
    const location = locationOf(id);
    const { sdk, client } = await store();
    const { Body } = await client.send(new sdk.GetObjectCommand(location)).catch(refuse);
    if (!(Body instanceof Readable)) throw new HearthError("UNAVAILABLE");
    return Body;
  }

  return {
    write: async (id, content) => {
      const location = locationOf(id);
      const Body = await buffer(content);
      const { sdk, client } = await store();
      await client.send(new sdk.PutObjectCommand({ ...location, Body, IfNoneMatch: "*" })).catch(refuse);
    },
    read: async (id) => buffer(await fetchBody(id)),
    open: fetchBody,
    remove: async (id) => {
      const location = locationOf(id);
      const { sdk, client } = await store();
      await client.send(new sdk.DeleteObjectCommand(location)).catch(refuse);
    },
    listMade: async (from, before) => {
      const { sdk, client } = await store();
      const ids: string[] = [];
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix, StartAfter: prefix + lowestIdOf(from) });
      try {
        for await (const { Contents = [] } of pages) {
          for (const { Key = "" } of Contents) {
            const id = Key.slice(prefix.length);
            if (id >= lowestIdOf(before)) return ids; // sorted by id: all further ids are younger or of version 4
            const made = madeAt(id);
            if (made !== null && made >= from.getTime() && made < before.getTime()) ids.push(id);
          }
        }
      } catch (error) {
        refuse(error);
      }
      return ids;
    },
  };
}

/** Converts the store's error to an API error. The cause goes to the log and contains no secret. */
function refuse(cause: unknown): never {
  const name = cause instanceof Error ? cause.name : "";
  if (name === "NoSuchKey") throw new HearthError("NOT_FOUND", { message: "This document is no longer there", cause });
  throw new HearthError("UNAVAILABLE", { message: "Documents cannot be reached at the moment. Please try again shortly.", cause });
}
