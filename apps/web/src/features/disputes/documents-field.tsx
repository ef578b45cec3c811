import { documentMessages, typeOfName } from "@hearth/domain/disputes/documents";
import { limits } from "@hearth/domain/limits";
import { useLayoutEffect, useRef, useState } from "react";
import { Field } from "../../ui/field.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { ChosenFile, Files, Progress } from "../../ui/files.tsx";
import { useUnsavedPart } from "../../ui/unsaved-parts.ts";

interface DocumentsFieldProps {
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  /** Number of documents that the dispute already has. */
  alreadyStored: number;
  /** Upload progress, or null if no upload is running. */
  progress: number | null;
  busy: boolean;
}

/** Document picker of a dispute: drop or choose files, each with name and size. Files can be removed until the upload starts. */
export function DocumentsField({ chosen, onChange, alreadyStored, progress, busy }: DocumentsFieldProps) {
  const { files, problem } = chosen;
  useUnsavedFiles(files.length > 0 && !busy, () => onChange({ files: [], problem: null }));
  return (
    <Field label="Documents" optional hint={documentMessages.hint} error={problem}>
      <FileDrop accept={acceptedDocuments} disabled={busy} onFiles={(added) => onChange(addChosen(files, added, alreadyStored))} />
      <Files label="Chosen documents" boxed>
        {files.map((file) => (
          <ChosenFile
            key={`${file.name} ${file.size} ${file.lastModified}`}
            name={file.name}
            bytes={file.size}
            fixed={busy}
            onRemove={() => onChange({ files: files.filter((other) => other !== file), problem: null })}
          />
        ))}
      </Files>
      {progress !== null && <Progress part={progress} label="Sending documents" />}
    </Field>
  );
}

/** Makes the dialog ask before it closes over chosen files, of which no draft is kept. */
function useUnsavedFiles(hasFiles: boolean, discard: () => void): void {
  const latest = useRef({ hasFiles, discard });
  useLayoutEffect(() => void (latest.current = { hasFiles, discard }));
  const [part] = useState(() => ({ hasChanges: () => latest.current.hasFiles, discard: () => latest.current.discard() }));
  useUnsavedPart(part);
}

/** The chosen documents, and the first reason why one was rejected. */
export interface Chosen {
  files: File[];
  problem: string | null;
}

/** The fields of a file that the selection needs. */
type FileLike = Pick<File, "name" | "size" | "lastModified">;

export const acceptedDocuments = ".pdf,.jpg,.jpeg,.png,.doc,.docx";

/**
 * Adds files to the chosen ones. Checks the type by the file name (the server checks the content), the size and the count. Skips
 * duplicates. `alreadyStored` documents count toward the limit.
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
