import { Alert } from "./alert.tsx";

/** Says that the server cannot be reached. Shown above the last known data. */
export function ConnectionLost() {
  return <Alert tone="waiting" title="The connection is lost. Trying again automatically." announce />;
}
