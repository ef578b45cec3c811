import { FieldError } from "../../ui/field.tsx";
import { Note } from "../../ui/note.tsx";
import type { useRecheck } from "./use-recheck.ts";

/** What the last look for a payment's money came to, where it found none. */
export function RecheckOutcome({ recheck: { stillNothing, failure } }: { recheck: ReturnType<typeof useRecheck> }) {
  return (
    <>
      {stillNothing && <Note announce title="The network was asked just now, and no money for this payment has arrived." />}
      {failure && <FieldError>{failure}</FieldError>}
    </>
  );
}
