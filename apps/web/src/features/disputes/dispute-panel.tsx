import { type ReactNode, useState } from "react";
import { useSession } from "../../lib/session.ts";
import { Amount } from "../../ui/amount.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/empty.tsx";
import { Description, DescriptionList } from "../../ui/description-list.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Time } from "../../ui/moment.tsx";
import { Loading, Skeleton } from "../../ui/skeleton.tsx";
import { Status } from "../../kit/status/status.tsx";
import { Timeline } from "../../ui/timeline.tsx";
import { Heading, Text } from "../../ui/typography.tsx";
import { centsOf } from "../../kit/cents.ts";
import { Conversation } from "./conversation.tsx";
import { disputeTimeline } from "./dispute-timeline.ts";
import { Documents } from "./documents.tsx";
import styles from "./disputes.module.css";
import { isPayerAsked, whoActsNext } from "./next-step.ts";
import { RefundFacts } from "./refund-facts.tsx";
import { Respond, UnsentResponse } from "./respond.tsx";
import { type Dispute, type DisputedPayment, useDisputes } from "./use-disputes.ts";
import { TimeZoneContext } from "../../ui/time-zone.ts";

/** Shows the payer the dispute about a payment. Renders nothing without one. */
export function DisputePanel({ payment }: { payment: DisputedPayment }) {
  const { data, isError, isFetching, refetch } = useDisputes(payment);
  if (payment.disputeStatus === null) return null;
  const [dispute] = data ?? [];
  return (
    <section className={styles.panel} aria-label="Dispute">
      {dispute ? (
        <Panel dispute={dispute} />
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          Failed to load dispute details
        </ErrorState>
      ) : (
        <Loading label="Loading the dispute">
          <div className={styles.shape}>
            <Skeleton width="10rem" height="1.25rem" />
            <Skeleton width="min(24rem, 100%)" />
            <Skeleton width="min(18rem, 100%)" />
          </div>
        </Loading>
      )}
    </section>
  );
}

function Panel({ dispute }: { dispute: Dispute }) {
  const { authToken } = useSession();
  const { documents, comments, status } = dispute;
  const isOpen = status === "open";
  return (
    <TimeZoneContext value={dispute.timeZone}>
      <div className={styles.head}>
        <Heading as="h3" size="subheading">
          {dispute.reason}
        </Heading>
        <Status kind="dispute" value={status} />
      </div>
      <div className={styles.parts}>
        <div className={styles.columns}>
          <DisputeFacts dispute={dispute} />
          <Part title="Timeline of the dispute">
            <Timeline events={disputeTimeline(dispute)} shape="day" label="Timeline of the dispute" />
          </Part>
        </div>
        {documents.length > 0 && (
          <Part title="Documents">
            <Documents documents={documents} token={authToken} />
          </Part>
        )}
        {comments.length > 0 && (
          <Part title="Conversation">
            <Conversation comments={comments} />
          </Part>
        )}
        {isOpen && (
          <Part title="Next">
            <Next dispute={dispute} />
          </Part>
        )}
        {!isOpen && <UnsentResponse dispute={dispute} />}
      </div>
    </TimeZoneContext>
  );
}

/** Says who acts next and what follows. Asks for a response if the payer was answered; otherwise a button opens the form. */
function Next({ dispute }: { dispute: Dispute }) {
  const [isWriting, setWriting] = useState(false);
  return (
    <>
      <Text strong>{whoActsNext(dispute)}</Text>
      <Text size="note" muted>
        An administrator at Hearth reads what both sides say and decides. You get an email with each answer and with the decision.
      </Text>
      {isWriting || isPayerAsked(dispute) ? (
        <Respond disputeId={dispute._id} variant="plain" readers={`${dispute.merchantId.name} and the administrators`} />
      ) : (
        <Button size="small" onClick={() => setWriting(true)}>
          Add something
        </Button>
      )}
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Heading as="h4" size="label" muted className={styles.label}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

function DisputeFacts({ dispute }: { dispute: Dispute }) {
  const { resolution } = dispute;
  return (
    <DescriptionList>
      <Description label="Disputed amount">
        <Amount cents={centsOf(dispute.amount)} />
      </Description>
      <Description label="Dispute">
        <Hash value={dispute.disputeId} shape="detail" what="dispute number" />
      </Description>
      <Description label="Filed">
        <Time at={dispute.createdAt} shape="minute" />
      </Description>
      <Description label="What happened">{dispute.description && <span className={styles.said}>{dispute.description}</span>}</Description>
      {resolution && (
        <Description label="Resolution">
          <Status kind="result" value={resolution.result} />
          <Text size="note" className={styles.said}>
            {resolution.resultReason}
          </Text>
        </Description>
      )}
      {resolution?.resolvedAt && (
        <Description label="Resolved">
          <Time at={resolution.resolvedAt} shape="minute" />
        </Description>
      )}
      {dispute.refund && <RefundFacts refund={dispute.refund} merchant={dispute.merchantId.name} />}
    </DescriptionList>
  );
}
