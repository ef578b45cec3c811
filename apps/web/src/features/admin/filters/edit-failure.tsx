import { Note } from "../../../ui/note.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";

export interface Failure {
  message: string;
  /** Somebody else has changed the record since it was opened. */
  isStale: boolean;
}

/** Why an edit was not saved; a stale one offers what is there now. */
export function EditFailure({ failure, onShowCurrent }: { failure: Failure; onShowCurrent: () => void }) {
  return (
    <Note tone="bad" title={failure.message} announce>
      {failure.isStale && (
        <TextButton size="small" onClick={onShowCurrent}>
          Show what is there now
        </TextButton>
      )}
    </Note>
  );
}
