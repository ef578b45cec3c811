import { useRef } from "react";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Fact, Facts } from "../../../ui/facts.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { RulingForm } from "./ruling-form.tsx";
import { whatItIs } from "./odd-transfer-columns.tsx";
import type { OddTransfer } from "./use-odd-transfers.ts";

interface TransferDialogProps {
  /** The transfer to decide about; nothing is open without one. */
  transfer: OddTransfer | undefined;
  timeZone: string | undefined;
  onClose: () => void;
}

/** One transfer that fits no payment: what is known about it, and what the merchant says it is for. */
export function TransferDialog({ transfer, timeZone, onClose }: TransferDialogProps) {
  // While the dialog goes away it still shows what it showed.
  const last = useRef(transfer);
  if (transfer !== undefined) last.current = transfer;
  const shown = last.current;
  if (shown === undefined) return null;
  return (
    <Dialog open={transfer !== undefined} onClose={onClose} title={`${shown.usdc} USDC`}>
      <Stack wide>
        <TransferFacts transfer={shown} timeZone={timeZone} />
        {shown.setAsideAt === null ? (
          <RulingForm key={shown._id} transfer={shown} timeZone={timeZone} onDone={onClose} />
        ) : (
          <Restore transferId={shown._id} onDone={onClose} />
        )}
      </Stack>
    </Dialog>
  );
}

function TransferFacts({ transfer, timeZone }: { transfer: OddTransfer; timeZone: string | undefined }) {
  const { meantFor } = transfer;
  return (
    <Facts>
      <Fact label="What it is">{whatItIs(transfer)}</Fact>
      <Fact label="Payer">{meantFor?.payer}</Fact>
      <Fact label="Received">
        <Moment at={transfer.receivedAt} shape="minute" timeZone={timeZone} />
      </Fact>
      <Fact label="From wallet">
        <Hash value={transfer.from} shape="detail" what="sender's address" />
      </Fact>
      <Fact label="Transaction">
        <Hash value={transfer.transactionHash} shape="detail" explorerUrl={transfer.explorerUrl ?? undefined} />
      </Fact>
      <Fact label="Marked as not rent">
        {transfer.setAsideAt && <Moment at={transfer.setAsideAt} shape="minute" timeZone={timeZone} />}
      </Fact>
    </Facts>
  );
}

function Restore({ transferId, onDone }: { transferId: string; onDone: () => void }) {
  const utils = trpc.useUtils();
  const restore = trpc.merchant.restoreTransfer.useMutation({
    onSuccess: async ({ message }) => {
      await utils.merchant.oddTransfers.invalidate();
      toast.success(message);
      onDone();
    },
    onError: (error) => toast.failure(errorMessage(error, "This could not be saved. Please try again.")),
  });
  return (
    <div>
      <Button busy={restore.isPending} onClick={() => restore.mutate({ transferId })}>
        List it again
      </Button>
    </div>
  );
}
