import { createUploadStore } from "../../uploads/open-upload-store.ts";
import { createUploadBucket } from "../../uploads/upload-bucket.ts";
import { createUploadFolder } from "../../uploads/upload-folder.ts";
import { readUploadPlaceOf } from "../../uploads/upload-place.ts";
import type { UploadStore } from "../../uploads/upload-store.ts";

/** The two places where uploaded files may be; a bucket only where one is configured. */
export interface UploadStores {
  /** The one that the server uses. */
  used: UploadStore;
  folder: UploadStore;
  bucket: { name: string; store: UploadStore } | null;
}

/** Opens the places that a server's environment names. @throws Error that names a wrong variable. */
export function openUploadStores(environment: Record<string, string | undefined>): UploadStores {
  const place = readUploadPlaceOf(environment);
  return {
    used: createUploadStore(place),
    folder: createUploadFolder(place.folder),
    bucket: place.bucket && { name: place.bucket.bucket, store: createUploadBucket(place.bucket) },
  };
}
