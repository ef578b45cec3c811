import { useMutation } from "@tanstack/react-query";
import { errorMessage } from "../../lib/api-error.ts";
import { trpc, trpcClient } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Note } from "../../ui/note.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Text } from "../../ui/words.tsx";
import { useDisconnectWallets } from "./use-wallet.ts";

interface DisconnectDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Asks before a wallet is taken off the account. */
export function DisconnectDialog({ open, onClose }: DisconnectDialogProps) {
  const utils = trpc.useUtils();
  const disconnectWallets = useDisconnectWallets();
  const disconnect = useMutation({
    mutationFn: async () => {
      const status = await trpcClient.wallet.update.mutate({ walletAddress: "" });
      await disconnectWallets();
      return status;
    },
    onSuccess: (status) => {
      utils.wallet.status.setData(undefined, status);
      void utils.wallet.invalidate();
      onClose();
    },
  });

  return (
    <Dialog
      small
      open={open}
      onClose={onClose}
      title="Disconnect wallet?"
      foot={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button look="danger" busy={disconnect.isPending} onClick={() => disconnect.mutate()}>
            Disconnect
          </Button>
        </>
      }
    >
      <Stack>
        <Text>Your money stays where it is, and so do your payments and receipts. To pay again you connect a wallet first.</Text>
        {disconnect.isError && (
          <Note tone="bad" title={errorMessage(disconnect.error, "Failed to reset wallet connection. Please try again.")} announce />
        )}
      </Stack>
    </Dialog>
  );
}
