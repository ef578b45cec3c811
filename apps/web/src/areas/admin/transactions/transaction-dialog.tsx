import { useRef } from "react";
import { ButtonLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import { Actions } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { TransactionStatus } from "./transaction-columns.tsx";
import { TransactionFacts } from "./transaction-facts.tsx";
import { TransactionFailure, TransactionShape } from "./transaction-page.tsx";
import styles from "./transactions.module.css";

interface TransactionDialogProps {
  /** The transaction to show; nothing is open without one. */
  transactionId: string | undefined;
  onClose: () => void;
}

/** One transaction over the page one is on; its own page has its life and its transfers. */
export function TransactionDialog({ transactionId, onClose }: TransactionDialogProps) {
  // While the dialog goes away it still shows what it showed.
  const last = useRef(transactionId);
  if (transactionId !== undefined) last.current = transactionId;
  return last.current === undefined ? null : <Open transactionId={last.current} open={transactionId !== undefined} onClose={onClose} />;
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
        <>
          <div className={styles.head}>
            <Amount cents={centsOf(data.amount)} size={45} unit="USDC" />
            <TransactionStatus status={data.status} oddity={data.oddity} flush />
          </div>
          <div className={styles.mark} />
          <TransactionFacts transaction={data} />
        </>
      ) : error ? (
        <TransactionFailure error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <TransactionShape />
      )}
    </Dialog>
  );
}
