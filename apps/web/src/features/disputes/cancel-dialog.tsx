import { useState } from "react";
import { isOutcomeUnknown, specifiedMessage } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Stack } from "../../ui/stack.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { Text } from "../../ui/typography.tsx";

interface CancelDialogProps {
  open: boolean;
  onClose: () => void;
  disputeId: string;
  /** Sentence that says which actions remain after the cancellation. */
  afterwards: string;
}

const failed = "Failed to cancel dispute";

/** Confirms the cancellation of a dispute. */
export function CancelDialog({ open, onClose, disputeId, afterwards }: CancelDialogProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const cancel = trpc.disputes.cancel.useMutation();

  async function confirm() {
    setFailure(null);
    try {
      await cancel.mutateAsync({ disputeId });
      toast.success("Dispute cancelled successfully!");
      onClose();
    } catch (error) {
      setFailure(isOutcomeUnknown(error) ? specifiedMessage(error, failed) : failed);
    }
  }

  return (
    <Dialog
      small
      open={open}
      onClose={() => {
        setFailure(null);
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
        {failure !== null && <Alert tone="bad" title={failure} announce />}
        <Text>The dispute is closed without a refund. {afterwards}</Text>
      </Stack>
    </Dialog>
  );
}
