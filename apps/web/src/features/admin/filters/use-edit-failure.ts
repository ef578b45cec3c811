import { useState } from "react";
import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import type { Failure } from "./edit-failure.tsx";

/** Why the last attempt to save failed; a conflict says that somebody else was faster. */
export function useEditFailure(fallback: string) {
  const [failure, setFailure] = useState<Failure | null>(null);
  return {
    failure,
    clear: () => setFailure(null),
    fail: (error: unknown) => setFailure({ message: errorMessage(error, fallback), isStale: errorCode(error) === "CONFLICT" }),
  };
}
