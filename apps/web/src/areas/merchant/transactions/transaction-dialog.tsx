import { TransactionFailure } from "../../../features/payments/transaction-parts.tsx";
import { AttachMoney } from "../../../features/unmatched/attach-money.tsx";
import { DetailSkeleton } from "../../../kit/detail-skeleton.tsx";
import { ButtonLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { Dialog, useLastShown } from "../../../ui/dialog.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { useRefetchInterval } from "../live.ts";
import { payerName } from "./transaction-columns.tsx";
import { TransactionFacts } from "./transaction-facts.tsx";

const liveMs = 5_000;

interface TransactionDialogProps {
  /** The transaction to show. Undefined closes the dialog. */
  paymentId: string | undefined;
  onClose: () => void;
}

/** A transaction's details in a dialog over the current page. */
export function TransactionDialog({ paymentId, ...rest }: TransactionDialogProps) {
  const shownId = useLastShown(paymentId);
  return shownId === undefined ? null : <OpenDialog paymentId={shownId} open={paymentId !== undefined} {...rest} />;
}

function OpenDialog({ paymentId, open, onClose }: TransactionDialogProps & { paymentId: string; open: boolean }) {
  const refetchMs = useRefetchInterval(liveMs);
  const { data, error, refetch, isFetching } = trpc.merchant.transaction.useQuery(
    { paymentId },
    { enabled: open, refetchInterval: ({ state }) => (state.data?.status === "pending" ? refetchMs : false) },
  );
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={data ? payerName(data) : "Transaction"}
      foot={data?.disputeId && <Foot disputeId={data.disputeId} />}
    >
      {data ? (
        <Stack wide>
          <TransactionFacts transaction={data} />
          {data.status !== "completed" && <AttachMoney area="merchant" payment={data} />}
        </Stack>
      ) : error ? (
        <TransactionFailure error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <DetailSkeleton amount label="Loading the transaction" lines={6} width="24rem" />
      )}
    </Dialog>
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
