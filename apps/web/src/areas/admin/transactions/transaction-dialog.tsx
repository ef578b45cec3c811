import { TransactionFailure } from "../../../features/payments/transaction-parts.tsx";
import { DetailSkeleton } from "../../../kit/detail-skeleton.tsx";
import { ButtonLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { Dialog, useLastShown } from "../../../ui/dialog.tsx";
import { TransactionFacts } from "./transaction-facts.tsx";

interface TransactionDialogProps {
  /** The transaction to show. Undefined closes the dialog. */
  transactionId: string | undefined;
  onClose: () => void;
}

/** A transaction in a dialog over the current page. Its own page has the timeline and the transfers. */
export function TransactionDialog({ transactionId, onClose }: TransactionDialogProps) {
  const shownId = useLastShown(transactionId);
  return shownId === undefined ? null : <Open transactionId={shownId} open={transactionId !== undefined} onClose={onClose} />;
}

function Open({ transactionId, open, onClose }: { transactionId: string; open: boolean; onClose: () => void }) {
  const { data, error, refetch, isFetching } = trpc.admin.transaction.useQuery({ transactionId }, { enabled: open });
  const foot = (
    <Actions>
      <ButtonLink to="/admin/transactions/$id" params={{ id: transactionId }}>
        Timeline and transfers
      </ButtonLink>
    </Actions>
  );
  return (
    <Dialog open={open} onClose={onClose} title={data?.description ?? "Transaction"} foot={data && foot}>
      {data ? (
        <TransactionFacts transaction={data} />
      ) : error ? (
        <TransactionFailure error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <DetailSkeleton amount label="Loading the transaction" lines={8} />
      )}
    </Dialog>
  );
}
