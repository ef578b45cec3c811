import { documentMessages, typeOfName } from "@hearth/domain/disputes/documents";
import { limits } from "@hearth/domain/limits";
import { Field } from "../../ui/field.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { ChosenFile, Files, Progress } from "../../ui/files.tsx";

interface DocumentsFieldProps {
  chosen: Chosen;
  onChange: (chosen: Chosen) => void;
  /** How many the dispute has already. */
  alreadyStored: number;
  /** How much has been sent; null while nothing is on its way. */
  progress: number | null;
  busy: boolean;
}

/** The documents of a dispute: dropped or chosen, with name and size, each removable until it is sent. */
export function DocumentsField({ chosen, onChange, alreadyStored, progress, busy }: DocumentsFieldProps) {
  const { files, problem } = chosen;
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
