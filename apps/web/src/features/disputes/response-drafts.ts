import { useSession } from "../../lib/session.ts";

const drafts = new Map<string, string>();

/** What somebody has typed as a response to a dispute and not sent yet; closing the dialog loses nothing, and nobody else reads it. */
export function useResponseDraft(disputeId: string): { text: string; keep: (text: string) => void; forget: () => void } {
  const { authToken } = useSession();
  const key = `${disputeId} ${authToken}`;
  return {
    text: drafts.get(key) ?? "",
    keep: (text) => void drafts.set(key, text),
    forget: () => void drafts.delete(key),
  };
}
