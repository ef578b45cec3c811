import { Note } from "./note.tsx";

/** Says that the server cannot be reached at the moment, above what was known before. */
export function ConnectionLost() {
  return <Note tone="waiting" title="The connection is lost. Trying again by itself." announce />;
}
