import { toast } from "../ui/toast-manager.ts";
import { errorMessage } from "../lib/api-error.ts";

/** Returns the undo action of a toast. Shows an error if undoing fails. */
export function undoAction(undo: () => Promise<unknown>): () => void {
  return () => void undo().catch((error: unknown) => toast.failure(errorMessage(error)));
}
