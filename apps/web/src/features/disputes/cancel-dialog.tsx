import { useState } from "react";
import { useIdempotencyKey } from "../../lib/idempotency-key.ts";
import { trpc } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Stack } from "../../ui/stack.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { Text } from "../../ui/typography.tsx";
import { useRefreshDisputes } from "./use-disputes.ts";

interface CancelDialogProps {
  open: boolean;
  onClose: () => void;
  disputeId: string;
  /** Sentence that says which actions remain after the cancellation. */
  afterwards: string;
}

/** Confirms the cancellation of a dispute. */
export function CancelDialog({ open, onClose, disputeId, afterwards }: CancelDialogProps) {
  const [hasFailed, setFailed] = useState(false);
  const cancel = trpc.disputes.cancel.useMutation();
  const refresh = useRefreshDisputes();
  const idempotency = useIdempotencyKey();

  async function confirm() {
    setFailed(false);
    try {
      await cancel.mutateAsync({ disputeId, idempotencyKey: idempotency.keyFor(disputeId) });
      idempotency.done();
      await refresh();
      toast.success("Dispute cancelled successfully!");
      onClose();
    } catch {
      setFailed(true);
    }
  }

  return (
    <Dialog
      small
      open={open}
      onClose={() => {
        setFailed(false);
        onClose();
      }}
      title="Cancel the dispute?"
      foot={
        <>
          <Button variant="quiet" onClick={onClose}>
            Keep it open
          </Button>
          <Button variant="danger" busy={cancel.isPending} onClick={() => void confirm()}>
            Cancel dispute
          </Button>
        </>
      }
    >
      <Stack>
        {hasFailed && <Alert tone="bad" title="Failed to cancel dispute" announce />}
        <Text>The dispute is closed without a refund. {afterwards}</Text>
      </Stack>
    </Dialog>
  );
}
