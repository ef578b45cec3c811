import { createUploadBucket } from "./upload-bucket.ts";
import { createUploadFolder } from "./upload-folder.ts";
import type { UploadPlace } from "./upload-place.ts";
import type { UploadStore } from "./upload-store.ts";

/** Opens the configured store: the bucket if there is one, else the folder. */
export function createUploadStore({ folder, bucket }: UploadPlace): UploadStore {
  return bucket === null ? createUploadFolder(folder) : createUploadBucket(bucket);
}
