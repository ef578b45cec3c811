import { useState } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Note } from "../../ui/note.tsx";
import styles from "./disputes.module.css";
import { useResponseDraft } from "./response-drafts.ts";
import { ResponseForm } from "./response-form.tsx";
import { useRespond } from "./use-respond.ts";

interface RespondProps {
  disputeId: string;
  /** Who will read it, for the hint. */
  readers: string;
  look?: "primary" | "plain";
}

/** The way to say something in an open dispute; what is typed stays until it is sent. */
export function Respond({ disputeId, readers, look }: RespondProps) {
  const draft = useResponseDraft(disputeId);
  const respond = useRespond(disputeId, draft.forget);
  const [sent, setSent] = useState(0);
  const send = async (comment: string) => {
    const problem = await respond(comment);
    if (problem === null) setSent(sent + 1);
    return problem;
  };
  return (
    <div className={styles.respond}>
      <ResponseForm key={sent} readers={readers} look={look} initial={draft.text} onEdit={draft.keep} onSend={send} />
    </div>
  );
}

/** A response that was still being written when the dispute ended, or came too late, to be taken along; nothing where there is none. */
export function UnsentResponse({ disputeId }: { disputeId: string }) {
  const unsent = useResponseDraft(disputeId).text.trim();
  if (unsent === "") return null;
  return (
    <Note tone="waiting" title="Your response was not sent" announce>
      <p className={styles.said}>
        {unsent} <CopyButton text={unsent} what="your response" />
      </p>
    </Note>
  );
}
