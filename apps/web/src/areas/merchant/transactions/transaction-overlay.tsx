import { LazyOverlay } from "../../../lib/loading/lazy-overlay.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";

/** The dialog of a transaction. Pages whose rows open it fetch its code when the browser is idle. */
export const TransactionDialog = lazyPart(async () => (await import("./transaction-dialog.tsx")).TransactionDialog);

/** Shows the dialog of a transaction over a list of them. */
export function TransactionOverlay({ paymentId, onClose }: { paymentId: string | undefined; onClose: () => void }) {
  return (
    <LazyOverlay open={paymentId !== undefined}>
      <TransactionDialog paymentId={paymentId} onClose={onClose} />
    </LazyOverlay>
  );
}
