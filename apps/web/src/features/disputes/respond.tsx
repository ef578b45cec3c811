import { specifiedMessage } from "../../lib/api-error.ts";
import { useSession } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Alert } from "../../ui/alert.tsx";
import { ResponseForm } from "./response-form.tsx";
import type { Dispute } from "./use-disputes.ts";
import styles from "./disputes.module.css";

const responses = new Map<string, string>();

/**
 * Remembers an unsent response to a dispute, which is shown if the dispute ends before it is sent. Kept separately for each session.
 */
function useUnsentResponse(disputeId: string): { text: string; keep: (text: string) => void; forget: () => void } {
  const { authToken } = useSession();
  const key = `${disputeId} ${authToken}`;
  return {
    text: responses.get(key) ?? "",
    keep: (text) => void responses.set(key, text),
    forget: () => void responses.delete(key),
  };
}

interface RespondProps {
  disputeId: string;
  /** Names who will read the response, for the hint. */
  readers: string;
  variant?: "primary" | "plain";
}

/** Form for a response to an open dispute. Keeps the draft until it is sent. */
export function Respond({ disputeId, readers, variant }: RespondProps) {
  const draft = useUnsentResponse(disputeId);
  const respond = useRespond(disputeId, draft.forget);
  return (
    <div className={styles.respond}>
      <ResponseForm disputeId={disputeId} readers={readers} variant={variant} onEdit={draft.keep} onSend={respond} />
    </div>
  );
}

/**
 * Shows a draft that can no longer be sent because the dispute ended, so that it can be copied. Renders nothing without a draft, and if the
 * conversation has it: then it was sent, and only its answer was lost.
 */
export function UnsentResponse({ dispute: { _id, comments } }: { dispute: Pick<Dispute, "_id" | "comments"> }) {
  const unsent = useUnsentResponse(_id).text.trim();
  if (unsent === "" || comments.some(({ comment }) => comment === unsent)) return null;
  return (
    <Alert tone="waiting" title="Your response was not sent" announce>
      <p className={styles.said}>
        {unsent} <CopyButton text={unsent} what="your response" />
      </p>
    </Alert>
  );
}

/** Sends a response as the payer or the merchant. Returns the error message, or null after calling `onSent`. */
function useRespond(disputeId: string, onSent: () => void): (comment: string) => Promise<string | null> {
  const respond = trpc.disputes.comment.useMutation();
  return async (comment) => {
    try {
      await respond.mutateAsync({ disputeId, comment });
      onSent();
      return null;
    } catch (error) {
      return specifiedMessage(error, "Failed to submit response");
    }
  };
}
