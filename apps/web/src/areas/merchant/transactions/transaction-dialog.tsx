import { useRef } from "react";
import { errorCode } from "../../../lib/api-error.ts";
import { ButtonLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { useAskAgainMs } from "../live.ts";
import { payerName } from "./transaction-columns.tsx";
import { TransactionFacts } from "./transaction-facts.tsx";
import styles from "./transactions.module.css";

const liveMs = 5_000;

interface TransactionDialogProps {
  /** The transaction to show; nothing is open without one. */
  paymentId: string | undefined;
  onClose: () => void;
}

/** One transaction with everything its merchant may know, over the page one is on. */
export function TransactionDialog({ paymentId, ...rest }: TransactionDialogProps) {
  // While the dialog goes away it still shows what it showed.
  const last = useRef(paymentId);
  if (paymentId !== undefined) last.current = paymentId;
  return last.current === undefined ? null : <OpenDialog paymentId={last.current} open={paymentId !== undefined} {...rest} />;
}

function OpenDialog({ paymentId, open, onClose }: TransactionDialogProps & { paymentId: string; open: boolean }) {
  const askAgainMs = useAskAgainMs(liveMs);
  const { data, error, refetch, isFetching } = trpc.merchant.transaction.useQuery(
    { paymentId },
    { enabled: open, refetchInterval: ({ state }) => (state.data?.status === "pending" ? askAgainMs : false) },
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={data ? payerName(data) : "Transaction"}
      foot={data?.disputeId && <Foot disputeId={data.disputeId} />}
    >
      {data ? (
        <TransactionFacts transaction={data} />
      ) : error ? (
        <Failure error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Shape />
      )}
    </Dialog>
  );
}

function Failure({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }) {
  if (errorCode(error) === "NOT_FOUND") return <ErrorState>Transaction not found</ErrorState>;
  return (
    <ErrorState onRetry={onRetry} busy={busy}>
      Failed to load transaction
    </ErrorState>
  );
}

function Foot({ disputeId }: { disputeId: string }) {
  return (
    <Actions>
      <ButtonLink to="/merchant/disputes/$id" params={{ id: disputeId }}>
        View dispute
      </ButtonLink>
    </Actions>
  );
}

function Shape() {
  return (
    <Loading label="Loading the transaction">
      <div className={styles.shape}>
        <Skeleton width="14rem" height="2.75rem" />
        {Array.from({ length: 6 }, (_, index) => (
          <Skeleton key={index} width="min(24rem, 100%)" />
        ))}
      </div>
    </Loading>
  );
}
