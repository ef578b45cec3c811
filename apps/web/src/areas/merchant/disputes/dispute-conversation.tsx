import type { DisputeStatus } from "@hearth/domain/disputes/status";
import { Section } from "../../../ui/page.tsx";
import { Text } from "../../../ui/words.tsx";
import { Conversation } from "../../../features/disputes/conversation.tsx";
import { Respond, UnsentResponse } from "../../../features/disputes/respond.tsx";
import type { Dispute } from "../../../features/disputes/use-disputes.ts";
import styles from "./disputes.module.css";

const ended: Record<Exclude<DisputeStatus, "open">, string> = {
  closed: "This dispute is closed. Nothing can be added.",
  resolved: "This dispute is resolved. Nothing can be added.",
  escalated: "This dispute is escalated and with the administrators. Nothing can be added.",
};

/** What was said, and the way to say more while the dispute is open. */
export function DisputeConversation({ dispute }: { dispute: Dispute }) {
  const { _id: disputeId, comments, status, userId: payer } = dispute;
  return (
    <Section title="Conversation" ruled={comments.length === 0}>
      {comments.length === 0 ? (
        <Text muted className={styles.none}>
          Nobody has responded yet.
        </Text>
      ) : (
        <Conversation comments={comments} />
      )}
      {status === "open" ? (
        <Respond disputeId={disputeId} readers={`${payer.firstName} and the administrators`} />
      ) : (
        <div className={styles.ended}>
          <Text size="note" muted>
            {ended[status]}
          </Text>
          <UnsentResponse disputeId={disputeId} />
        </div>
      )}
    </Section>
  );
}
