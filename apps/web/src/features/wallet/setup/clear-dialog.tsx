import { useMutation } from "@tanstack/react-query";
import { trpcClient } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Text } from "../../../ui/typography.tsx";
import { useDisconnectWallets } from "../use-wallet.ts";
import type { WalletStatus } from "../use-wallet-status.ts";

/** Part to unlink: the user's own wallet, or the exchange account together with the smart wallet. */
export type Clearing = "wallet" | "connection";

interface ClearDialogProps {
  /** Null while the dialog is closed. */
  clearing: Clearing | null;
  status: WalletStatus;
  onClose: () => void;
}

/** Confirms unlinking, and says what stays linked. */
export function ClearDialog({ clearing, status, onClose }: ClearDialogProps) {
  const clear = useClear(onClose);
  const staying = stayingAfter(clearing, status);
  const close = () => {
    clear.reset();
    onClose();
  };
  return (
    <Dialog
      small
      open={clearing !== null}
      onClose={close}
      title={clearing === "wallet" ? "Disconnect wallet?" : "Clear connection?"}
      foot={
        <>
          <Button onClick={close}>Keep it</Button>
          <Button variant="danger" busy={clear.isPending} onClick={() => clearing && clear.mutate(clearing)}>
            {clearing === "wallet" ? "Disconnect" : "Clear connection"}
          </Button>
        </>
      }
    >
      <Stack>
        <Text>
          {clearing === "connection" && connectionWords(status)}Your money stays where it is, and so do your payments and receipts.
        </Text>
        {staying.length === 0 ? (
          <Text>Nothing else is linked. To pay again you connect a wallet first.</Text>
        ) : (
          <DescriptionList ruled>
            {staying.map(({ label, address }) => (
              <Description key={label} label={label}>
                {address === null ? "Stays linked" : <Hash value={address} shape="detail" what="wallet address" />}
              </Description>
            ))}
          </DescriptionList>
        )}
        {clear.isError && <Alert tone="bad" title="Failed to reset wallet connection. Please try again." announce />}
      </Stack>
    </Dialog>
  );
}

function useClear(onCleared: () => void) {
  const disconnectWallets = useDisconnectWallets();
  return useMutation({
    mutationFn: async (target: Clearing) => {
      if (target === "wallet") await trpcClient.wallet.update.mutate({ walletAddress: "" });
      else await trpcClient.exchange.clearConnection.mutate();
      await disconnectWallets();
    },
    onSuccess: async () => {
      onCleared();
    },
  });
}

function connectionWords({ coinbaseAccountConnected, smartWalletAddress }: WalletStatus): string {
  if (!coinbaseAccountConnected) return "This unlinks your smart wallet. ";
  const also = smartWalletAddress === null ? "" : ", and unlinks your smart wallet";
  return `This removes Hearth's access to your Coinbase account${also}. `;
}

function stayingAfter(clearing: Clearing | null, { walletAddress, smartWalletAddress, coinbaseAccountConnected }: WalletStatus) {
  if (clearing === "connection") return walletAddress === null ? [] : [{ label: "Wallet, stays linked", address: walletAddress }];
  return [
    ...(smartWalletAddress === null ? [] : [{ label: "Smart wallet, stays linked", address: smartWalletAddress }]),
    ...(coinbaseAccountConnected ? [{ label: "Coinbase account", address: null }] : []),
  ];
}
