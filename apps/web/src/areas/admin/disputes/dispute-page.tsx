import { type ReactNode, useState } from "react";
import { TRPCClientError } from "@trpc/client";
import { z } from "zod";
import { LeftDrafts } from "../../../kit/form/left-drafts.tsx";
import { usePermission } from "../../../kit/permission.tsx";
import { errorCode, specifiedMessage } from "../../../lib/api-error.ts";
import { CrumbLink, TextLink } from "../../../kit/links.tsx";
import { useSession } from "../../../lib/session.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { ErrorState } from "../../../ui/empty.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Page, PageHead, Section } from "../../../ui/page.tsx";
import { Timeline } from "../../../ui/timeline.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { DisputeStanding } from "../../../features/disputes/dispute-mark.tsx";
import { Conversation } from "../../../features/disputes/conversation.tsx";
import { DisputeLayout } from "../../../features/disputes/dispute-layout.tsx";
import { disputeTimeline } from "../../../features/disputes/dispute-timeline.ts";
import { DisputedAmount } from "../../../features/disputes/disputed-amount.tsx";
import { Documents } from "../../../features/disputes/documents.tsx";
import { ResponseForm } from "../../../features/disputes/response-form.tsx";
import { DetailSkeleton } from "../../../kit/detail-skeleton.tsx";
import { DisputeFacts, OddRefundsBlock, RelatedTransaction } from "./dispute-facts.tsx";
import { type LateDecision, LateNote, ResolveForm } from "./resolve-form.tsx";
import { Resolution } from "./resolution.tsx";
import styles from "./disputes.module.css";
import { TimeZoneContext } from "../../../ui/time-zone.ts";

const answer = z.object({ httpStatus: z.number() });
const response = z.object({ response: z.object({ status: z.number(), statusText: z.string() }) });

/** Message for a dispute that could not be loaded, in the specified words: the HTTP status, or that there was no answer. */
function fetchFailure(error: unknown): string {
  const loadError = "Failed to fetch dispute";
  if (!(error instanceof TRPCClientError)) return loadError;
  const serverResponse = response.safeParse(error.meta).data?.response;
  // An answer from elsewhere, such as a proxy's error page, contains no status.
  const status = answer.safeParse(error.data).data?.httpStatus ?? serverResponse?.status;
  if (status === undefined) return `${loadError}: no answer from the server`;
  return `${loadError}: ${status} ${serverResponse?.statusText || (error.data ? error.message : "")}`.trimEnd();
}

type DisputeDetail = Outputs["disputes"]["getForAdmin"];

const liveMs = 15_000;

/** Dispute page: the subject, the comments, and the decision or the form to decide. */
export function DisputePage({ disputeId }: { disputeId: string }) {
  const { data, error, refetch, isFetching } = trpc.disputes.getForAdmin.useQuery({ disputeId }, { refetchInterval: liveMs });
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/admin/disputes">Back to disputes</CrumbLink>}
        title={data ? data.reason : "Dispute"}
        sub={
          data && (
            <>
              Dispute {data.disputeId}, filed <Time at={data.createdAt} timeZone={data.timeZone} />
            </>
          )
        }
        actions={
          data && (
            <p className={styles.standing}>
              <DisputeStanding dispute={data} />
            </p>
          )
        }
      />
      {data ? (
        <TimeZoneContext value={data.timeZone}>
          <Detail dispute={data} />
        </TimeZoneContext>
      ) : errorCode(error) === "NOT_FOUND" ? (
        <>
          <ErrorState>Dispute not found</ErrorState>
          <LeftDrafts />
        </>
      ) : error ? (
        <ErrorState onRetry={() => void refetch()} busy={isFetching}>
          {fetchFailure(error)}
        </ErrorState>
      ) : (
        <DetailSkeleton label="Loading the dispute" />
      )}
    </Page>
  );
}

function Detail({ dispute }: { dispute: DisputeDetail }) {
  const { adminToken } = useSession();
  const mayAct = usePermission("manager");
  const [late, setLate] = useState<LateDecision | null>(null);
  const { documents, comments, status, merchantId: merchant } = dispute;
  return (
    <DisputeLayout
      about={
        <DisputedAmount
          dispute={dispute}
          business={merchant.name}
          link={
            <TextLink size="small" to="/admin/transactions/$id" params={{ id: dispute.paymentId._id }}>
              Transaction
            </TextLink>
          }
        />
      }
      todo={
        <>
          {late && <LateNote late={late} />}
          {status !== "open" ? <Resolution dispute={dispute} /> : mayAct && <ResolveForm dispute={dispute} onLate={setLate} />}
        </>
      }
      talk={
        <>
          <DisputeFacts dispute={dispute} />
          <Block title="Conversation" isEmpty={comments.length === 0} empty="No one has responded yet.">
            <Conversation comments={comments} />
          </Block>
          {status === "open" && mayAct && <Respond dispute={dispute} />}
          {documents.length > 0 && (
            <Block title="Supporting documents">
              <Documents documents={documents} token={adminToken} />
            </Block>
          )}
          <Block title="Related transaction">
            <RelatedTransaction payment={dispute.paymentId} />
          </Block>
          <OddRefundsBlock dispute={dispute} />
        </>
      }
      more={
        <section>
          <Heading size="label" muted className={styles.label}>
            Timeline
          </Heading>
          <Timeline events={disputeTimeline(dispute)} shape="day" />
        </section>
      }
    />
  );
}

function Block({ title, children, isEmpty = false, empty }: { title: string; children: ReactNode; isEmpty?: boolean; empty?: string }) {
  return (
    <div className={styles.block}>
      <Section title={title} ruled={isEmpty}>
        {isEmpty ? (
          <Text muted className={styles.none}>
            {empty}
          </Text>
        ) : (
          children
        )}
      </Section>
    </div>
  );
}

function Respond({ dispute }: { dispute: DisputeDetail }) {
  const respond = useAdminResponse(dispute._id);
  return (
    <div className={styles.respond}>
      <ResponseForm
        disputeId={dispute._id}
        variant="plain"
        readers={`${dispute.userId.firstName} ${dispute.userId.lastName} and ${dispute.merchantId.name}`}
        onSend={respond}
      />
    </div>
  );
}

/** Sends a response as an administrator. Returns the error message, or null. */
function useAdminResponse(disputeId: string): (comment: string) => Promise<string | null> {
  const utils = trpc.useUtils();
  const respond = trpc.disputes.commentForAdmin.useMutation();
  return async (comment) => {
    try {
      const changed = await respond.mutateAsync({ disputeId, comment });
      utils.disputes.getForAdmin.setData({ disputeId }, changed);
      return null;
    } catch (error) {
      return specifiedMessage(error, "Failed to submit response");
    }
  };
}
