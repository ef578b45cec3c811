import type { Transaction } from "@hearth/db/client";
import { HearthError } from "@hearth/domain/errors";
import { limits } from "@hearth/domain/limits";
import type { Context } from "../../trpc/context.ts";
import type { Upload } from "../../uploads/upload.ts";
import { countDocuments, insertDocuments } from "./dispute-documents.repo.ts";

/** Stores the call's uploaded files as documents of a locked dispute. @throws HearthError TOO_MANY_DOCUMENTS above ten in total. */
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

/** Identifies uploads by name and content, not by their random ids, so that a repeated request is recognised. */
export function nameUploads(uploads: Upload[]): { name: string; sha256: string }[] {
  return uploads.map(({ name, sha256 }) => ({ name, sha256 }));
}
