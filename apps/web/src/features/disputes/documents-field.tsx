import { documentMessages } from "@hearth/domain/disputes/documents";
import { Field } from "../../ui/field.tsx";
import { FileDrop } from "../../ui/file-drop.tsx";
import { ChosenFile, Files, Progress } from "../../ui/files.tsx";
import { acceptedDocuments, addChosen, type Chosen } from "./chosen-documents.ts";

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
