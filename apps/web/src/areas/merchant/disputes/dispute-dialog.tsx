import type { DisputeStatus } from "@hearth/domain/disputes/status";
import { usePermission, useRoleLoading } from "../../../kit/permission.tsx";
import { errorCode } from "../../../lib/api-error.ts";
import { useSession } from "../../../lib/session.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Card, PageHead, Section } from "../../../ui/page.tsx";
import { Loading, Skeleton, SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { Documents } from "../../../features/disputes/documents.tsx";
import type { Dispute } from "../../../features/disputes/use-disputes.ts";
import { useRefetchInterval } from "../live.ts";
import { DisputeLayout } from "../../../features/disputes/dispute-layout.tsx";
import { DisputeStanding } from "../../../features/disputes/dispute-mark.tsx";
import { DisputedAmount } from "../../../features/disputes/disputed-amount.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { TextLink } from "../../../kit/links.tsx";
import { OwedPanel } from "../refunds/owed-panel.tsx";
import { DisputeRecord } from "./dispute-record.tsx";
import { DisputeFacts } from "./dispute-facts.tsx";
import { Conversation } from "../../../features/disputes/conversation.tsx";
import { Respond, UnsentResponse } from "../../../features/disputes/respond.tsx";
import styles from "./disputes.module.css";
import { TimeZoneContext } from "../../../ui/time-zone.ts";

const ended: Record<Exclude<DisputeStatus, "open">, string> = {
  closed: "This dispute is closed. Nothing can be added.",
  resolved: "This dispute is resolved. Nothing can be added.",
  escalated: "This dispute is escalated and with the administrators. Nothing can be added.",
};

const liveMs = 5_000;

interface DisputeDialogProps {
  disputeId: string;
  onClose: () => void;
}

/** A dispute in a dialog over the list: subject, comments, and a response form while it is open. */
export function DisputeDialog({ disputeId, onClose }: DisputeDialogProps) {
  const dispute = trpc.disputes.get.useQuery({ disputeId }, { refetchInterval: useRefetchInterval(liveMs) });
  const { data } = dispute;
  return (
    <Dialog wide open onClose={onClose} title={data ? `Dispute ${data.disputeId}` : "Dispute"}>
      {data ? (
        <TimeZoneContext value={data.timeZone}>
          <PageHead
            level={2}
            title={data.reason}
            sub={<Filed dispute={data} />}
            actions={
              <p className={styles.standing}>
                <DisputeStanding dispute={data} />
              </p>
            }
          />
          <Detail dispute={data} />
        </TimeZoneContext>
      ) : errorCode(dispute.error) === "NOT_FOUND" ? (
        <ErrorState>Dispute not found</ErrorState>
      ) : dispute.isError ? (
        <ErrorState onRetry={() => void dispute.refetch()} busy={dispute.isFetching}>
          Failed to load dispute details
        </ErrorState>
      ) : (
        <Loading label="Loading the dispute">
          <Stack wide>
            <Skeleton width="10rem" height="1.25rem" />
            <Skeleton width="min(30rem, 100%)" />
            <Skeleton width="min(24rem, 100%)" />
          </Stack>
        </Loading>
      )}
    </Dialog>
  );
}

function Filed({ dispute: { createdAt, userId: payer } }: { dispute: Dispute }) {
  return (
    <>
      Filed <Time at={createdAt} /> by {payer.firstName} {payer.lastName}
    </>
  );
}

function Detail({ dispute }: { dispute: Dispute }) {
  const { authToken } = useSession();
  const { documents, comments, paymentId: payment } = dispute;
  return (
    <DisputeLayout
      about={
        <DisputedAmount
          dispute={dispute}
          business="You"
          link={
            <TextLink size="small" to="/merchant/transactions" search={{ transaction: payment._id }}>
              Transaction
            </TextLink>
          }
        />
      }
      todo={<ToDo dispute={dispute} />}
      todoFirst={dispute.refund?.status === "owed"}
      talk={
        <>
          <DisputeFacts dispute={dispute} />
          <div className={styles.block}>
            <Section title="Conversation" ruled={comments.length === 0}>
              {comments.length === 0 ? (
                <Text muted className={styles.none}>
                  No one has responded yet.
                </Text>
              ) : (
                <Conversation comments={comments} />
              )}
            </Section>
          </div>
          {documents.length > 0 && (
            <div className={styles.block}>
              <Section title="Documents">
                <Documents documents={documents} token={authToken} />
              </Section>
            </div>
          )}
        </>
      }
      more={<DisputeRecord dispute={dispute} />}
    />
  );
}

/** The merchant's next action: answer or refund. Otherwise says why there is none. */
function ToDo({ dispute }: { dispute: Dispute }) {
  const { _id: disputeId, status, userId: payer, resolution } = dispute;
  const mayAnswer = usePermission("manager", { whileSuspended: true });
  const isRoleLoading = useRoleLoading();
  const isOwed = resolution?.result === "chargedBack";
  if (status === "open" && isRoleLoading) return <SkeletonPart />;
  if (status === "open" && !mayAnswer) {
    return (
      <Text size="note" muted>
        An administrator decides how much is refunded. Your role at this business does not include answering.
      </Text>
    );
  }
  if (status === "open") {
    return (
      <Card as="section" label="Answer">
        <Heading size="label">Answer {payer.firstName}</Heading>
        <Text size="note" muted className={styles.hint}>
          An administrator decides how much is refunded. Nothing is owed until then.
        </Text>
        <Respond disputeId={disputeId} readers={`${payer.firstName} and the administrators`} />
      </Card>
    );
  }
  return (
    <>
      {isOwed && <OwedPanel dispute={dispute} resolvedAt={resolution.resolvedAt} cents={centsOf(resolution.chargebackAmount)} />}
      <div className={styles.ended}>
        <Text size="note" muted>
          {ended[status]}
        </Text>
        <UnsentResponse dispute={dispute} />
      </div>
    </>
  );
}
