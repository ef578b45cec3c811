import { useRef } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { Facts } from "../../../ui/facts.tsx";
import { Stack } from "../../../ui/stack.tsx";
import type { OddTransfer } from "../../../features/unmatched/area.ts";
import { RestoreButton } from "../../../features/unmatched/restore-button.tsx";
import { RulingForm } from "../../../features/unmatched/ruling-form.tsx";
import { TransferFacts } from "../../../features/unmatched/transfer-facts.tsx";

interface TransferDialogProps {
  /** The transfer to decide about; nothing is open without one. */
  transfer: OddTransfer | undefined;
  onClose: () => void;
}

/** One transfer that fits no payment: what is known about it, and what the merchant says it is for. */
export function TransferDialog({ transfer, onClose }: TransferDialogProps) {
  // While the dialog goes away it still shows what it showed.
  const last = useRef(transfer);
  if (transfer !== undefined) last.current = transfer;
  const shown = last.current;
  if (shown === undefined) return null;
  return (
    <Dialog open={transfer !== undefined} onClose={onClose} title={`${shown.usdc} USDC`}>
      <Stack wide>
        <Facts>
          <TransferFacts area="merchant" transfer={shown} />
        </Facts>
        {shown.setAsideAt === null ? (
          <RulingForm key={shown._id} area="merchant" transfer={shown} onDone={onClose} />
        ) : (
          <RestoreButton area="merchant" transferId={shown._id} onDone={onClose} />
        )}
      </Stack>
    </Dialog>
  );
}
