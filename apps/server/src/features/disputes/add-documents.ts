import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import type { Context } from "../../trpc/context.ts";
import type { Upload } from "../../uploads/upload.ts";
import { countDocuments, insertDocuments } from "./dispute-documents.repo.ts";

/** Gives a locked dispute the files that came with the call. @throws HearthError TOO_MANY_DOCUMENTS when it would have more than ten. */
export async function addDocuments(call: Context, tx: Transaction, disputeId: string): Promise<void> {
  const { uploads, actor } = call;
  if (uploads.length === 0 || actor === null) return;
  if ((await countDocuments(tx, disputeId)) + uploads.length > limits.disputeDocumentMaxCount) throw new HearthError("TOO_MANY_DOCUMENTS");
  const createdAt = call.deps.clock.now();
  await insertDocuments(
    tx,
    uploads.map(({ id, name, type, sizeBytes, sha256 }) => {
      return { id, disputeId, addedBy: actor.userId, originalName: name, type, sizeBytes, sha256, createdAt };
    }),
  );
}

/** What makes two sets of files the same request: their names and contents, never the ids they were given on arrival. */
export function nameUploads(uploads: Upload[]): { name: string; sha256: string }[] {
  return uploads.map(({ name, sha256 }) => ({ name, sha256 }));
}
