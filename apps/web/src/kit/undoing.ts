import { toast } from "../ui/toast-manager.ts";
import { errorMessage } from "../lib/api-error.ts";

/** What the Undo of a toast does: takes back what has been done, or says why it stays. */
export function undoing(takeBack: () => Promise<unknown>): () => void {
  return () => void takeBack().catch((error: unknown) => toast.failure(errorMessage(error, "This could not be undone. Please try again.")));
}
