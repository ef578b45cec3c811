import { errorCode } from "../../../lib/api-error.ts";
import { CrumbLink } from "../../../lib/links.tsx";
import { useSession } from "../../../lib/session.ts";
import { trpc } from "../../../lib/trpc.ts";
import { ErrorState } from "../../../ui/empty.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Columns, PageHead, Section } from "../../../ui/page.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Status } from "../../../ui/status.tsx";
import { Text } from "../../../ui/words.tsx";
import { Conversation } from "../../disputes/conversation.tsx";
import { Documents } from "../../disputes/documents.tsx";
import { ResponseForm } from "../../disputes/response-form.tsx";
import type { Dispute } from "../../disputes/use-disputes.ts";
import { useRespond } from "../../disputes/use-respond.ts";
import { DisputeAside } from "./dispute-aside.tsx";
import { Urgency } from "./dispute-columns.tsx";
import { DisputeFacts } from "./dispute-facts.tsx";
import styles from "./disputes.module.css";

const liveMs = 5_000;

/** One dispute: what it is about, what was said, and the response while it is open. */
export function DisputePage({ disputeId }: { disputeId: string }) {
  const dispute = trpc.disputes.get.useQuery({ disputeId }, { refetchInterval: liveMs });
  const { data } = dispute;
  return (
    <>
      <PageHead
        crumb={<CrumbLink to="/merchant/disputes">Disputes</CrumbLink>}
        title={data?.reason ?? "Dispute"}
        sub={data && <Filed dispute={data} />}
        actions={data && <Standing dispute={data} />}
      />
      {data ? (
        <Detail dispute={data} />
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
    </>
  );
}

function Filed({ dispute: { disputeId, createdAt, userId: payer } }: { dispute: Dispute }) {
  return (
    <>
      Dispute <code>{disputeId}</code> · filed <Moment at={createdAt} /> by {payer.firstName} {payer.lastName}
    </>
  );
}

function Standing({ dispute: { status, createdAt } }: { dispute: Dispute }) {
  return (
    <p className={styles.standing}>
      <Status of="dispute" value={status} flush />
      {status === "open" && <Urgency filedAt={createdAt} flush />}
    </p>
  );
}

function Detail({ dispute }: { dispute: Dispute }) {
  const { authToken } = useSession();
  const { documents, comments, status, userId: payer } = dispute;
  const files = documents.length === 1 ? "1 file" : `${documents.length} files`;
  return (
    <Columns kind="aside">
      <div>
        <DisputeFacts dispute={dispute} />
        <div className={styles.block}>
          <Section
            title="Documents"
            ruled={documents.length === 0}
            end={
              documents.length > 0 && (
                <Text size="note" muted>
                  {files} from {payer.firstName}
                </Text>
              )
            }
          >
            {documents.length === 0 ? <None>None were attached.</None> : <Documents documents={documents} token={authToken} />}
          </Section>
        </div>
        <div className={styles.block}>
          <Section title="Conversation" ruled={comments.length === 0}>
            {comments.length === 0 ? <None>Nobody has responded yet.</None> : <Conversation comments={comments} />}
            {status === "open" ? <Respond dispute={dispute} /> : <Ended />}
          </Section>
        </div>
      </div>
      <DisputeAside dispute={dispute} />
    </Columns>
  );
}

function None({ children }: { children: string }) {
  return (
    <Text muted className={styles.none}>
      {children}
    </Text>
  );
}

function Ended() {
  return (
    <Text size="note" muted className={styles.ended}>
      This dispute is closed. Nothing can be added.
    </Text>
  );
}

function Respond({ dispute }: { dispute: Dispute }) {
  const respond = useRespond(dispute._id);
  return (
    <div className={styles.respond}>
      <ResponseForm readers={`${dispute.userId.firstName} and the administrators`} onSend={respond} />
    </div>
  );
}
