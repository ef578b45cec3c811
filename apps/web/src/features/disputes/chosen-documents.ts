import { documentMessages, typeOfName } from "@hearth/domain/disputes/documents";
import { limits } from "@hearth/domain/limits";

/** The chosen documents with those that were just added, and why some of them were not. */
export interface Chosen {
  files: File[];
  problem: string | null;
}

/** As much of a file as choosing it depends on. */
type FileLike = Pick<File, "name" | "size" | "lastModified">;

/** What the file picker offers. */
export const acceptedDocuments = ".pdf,.jpg,.jpeg,.png,.doc,.docx";

/**
 * Adds files to those chosen before, as far as they can be sent: the kind by its name (the server looks inside), the size and the number.
 * A file that is chosen twice is there once; `alreadyStored` documents count as well.
 */
export function addChosen<F extends FileLike>(before: readonly F[], added: readonly F[], alreadyStored = 0) {
  let problem: string | null = null;
  const files = [...before];
  for (const file of added) {
    if (files.some((other) => isSame(other, file))) continue;
    const refusal = refusalOf(file) ?? (files.length + alreadyStored >= limits.disputeDocumentMaxCount ? documentMessages.tooMany : null);
    if (refusal === null) files.push(file);
    else problem ??= refusal;
  }
  return { files, problem };
}

function refusalOf({ name, size }: FileLike): string | null {
  if (typeOfName(name) === null) return documentMessages.wrongType(name);
  if (size > limits.disputeDocumentMaxBytes) return documentMessages.tooLarge(name);
  return size === 0 ? documentMessages.empty(name) : null;
}

function isSame(left: FileLike, right: FileLike): boolean {
  return left.name === right.name && left.size === right.size && left.lastModified === right.lastModified;
}
