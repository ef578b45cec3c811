import { Alert } from "./alert.tsx";

/** Says that the server cannot be reached at the moment, above what was known before. */
export function ConnectionLost() {
  return <Alert tone="waiting" title="The connection is lost. Trying again automatically." announce />;
}
