import { cardTypedData } from "@hearth/chain/payee-card";
import { formatMoment } from "@hearth/domain/moment";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useConfig } from "wagmi";
import { signTypedData } from "wagmi/actions";
import { ConnectWallet } from "./connect-wallet.tsx";
import { NetworkSwitch } from "./network-switch.tsx";
import { type ConnectedWallet, useConnectedWallet, useDisconnectWallets } from "./use-wallet.ts";
import { useWalletContext } from "./wallet-context.ts";
import { walletProblem } from "./wallet-problem.ts";
import { WalletProvider } from "./wallet-provider.tsx";
import { errorMessage } from "../../lib/api-error.ts";
import { type Outputs, trpc } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Description, DescriptionList } from "../../ui/description-list.tsx";
import { ErrorState } from "../../ui/empty.tsx";
import { Hash } from "../../ui/hash.tsx";
import { shortenMiddle } from "../../ui/shorten.ts";
import { SkeletonPart } from "../../ui/skeleton.tsx";
import { Stack } from "../../ui/stack.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { Text } from "../../ui/typography.tsx";

type Card = Outputs["merchant"]["payeeCard"];
type Next = NonNullable<Card["next"]>;

/** Says what each state of a card means for the business. */
const stateWords: Record<Card["state"], string> = {
  noWallet: "Set up a wallet first. Then sign your payee card with it.",
  exchange:
    "You are paid at an exchange address, which cannot sign. Connect a wallet of your own to have a payee card, so that your tenants notice if someone swaps your address.",
  unsigned:
    "A payee card says, signed by your wallet, that this address is yours. Your tenants' wallets keep it and refuse any other address, even if someone breaks into Hearth.",
  signed: "Your tenants see these five words on their lease and before they pay.",
  renamed: "Your business has changed its name since. Sign the card again, so that your tenants see the new name.",
  moved:
    "Your payout wallet is not the one on this card, and no payment is sent to it. Sign the next card with the old wallet, or with the new one alone and wait. If you did not change the wallet, contact us at once.",
  notifying:
    "Your payout wallet changed without your old wallet's signature. We are notifying everyone who pays you. You can sign the new card in a few minutes.",
  waiting: "Only your new wallet signed this card, so it waits. Until then no payment is sent to you.",
  full: "You have signed as many payee cards as a business can have. Contact us to change your name or wallet.",
};

/** Shows the business's payee card and its words, and lets an owner sign the next one. */
export function PayeeCard({ isOwner }: { isOwner: boolean }) {
  const query = trpc.merchant.payeeCard.useQuery({});
  if (query.isError) {
    return (
      <ErrorState onRetry={() => void query.refetch()} busy={query.isFetching}>
        Failed to load your payee card
      </ErrorState>
    );
  }
  if (!query.data) return <SkeletonPart />;
  const { state, present, next, signers } = query.data;
  return (
    <Stack>
      {state === "moved" || state === "waiting" ? <Alert title={stateWords[state]} /> : <Text muted>{stateWords[state]}</Text>}
      {present !== null && <Present present={present} isWaiting={state === "waiting"} />}
      {isOwner && next !== null && <SignNext next={next} signers={signers} />}
    </Stack>
  );
}

function Present({ present, isWaiting }: { present: NonNullable<Card["present"]>; isWaiting: boolean }) {
  return (
    <DescriptionList ruled>
      <Description label="Words">{present.words}</Description>
      <Description label="Name">{present.name}</Description>
      <Description label="Address">
        <Hash value={present.wallet} shape="detail" what="wallet address" />
      </Description>
      <Description label="Signed on">{formatMoment(present.signedAt, "minute")}</Description>
      {isWaiting && <Description label="Counts from">{formatMoment(present.validFrom, "minute")}</Description>}
    </DescriptionList>
  );
}

/** Opens the wallets on request, because most visits do not sign. */
function SignNext(props: { next: Next; signers: string[] }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen) {
    return (
      <div>
        <Button onClick={() => setOpen(true)}>Sign your payee card</Button>
      </div>
    );
  }
  return (
    <WalletProvider loading={<SkeletonPart />} failed={(message) => message}>
      <Steps {...props} onDone={() => setOpen(false)} />
    </WalletProvider>
  );
}

function Steps({ next, signers, onDone }: { next: Next; signers: string[]; onDone: () => void }) {
  const { isReady } = useWalletContext();
  const wallet = useConnectedWallet();
  const disconnect = useDisconnectWallets();
  const sign = useSign(next, onDone);
  if (!isReady) return <SkeletonPart />;
  if (wallet === null) return <ConnectWallet />;
  const isSigner = signers.some((address) => address.toLowerCase() === wallet.address.toLowerCase());
  const problem = sign.isError ? walletProblem(sign.error) : null;
  return (
    <Stack>
      <Text>It moves no money and costs nothing.</Text>
      <NetworkSwitch wallet={wallet} />
      {problem && <Alert tone={problem.kind === "rejected" ? "info" : "bad"} title={errorMessage(sign.error, problem.message)} announce />}
      {!isSigner && (
        <Alert
          title={`Only ${signers.map((address) => shortenMiddle(address, 6, 4)).join(" or ")} can sign this card. Please connect that wallet.`}
        />
      )}
      <div>
        {isSigner && (
          <Button variant="primary" busy={sign.isPending} disabled={!wallet.isOnNetwork} onClick={() => sign.mutate(wallet)}>
            Sign now
          </Button>
        )}{" "}
        <Button variant="quiet" onClick={() => void disconnect()}>
          Use another wallet
        </Button>
      </div>
    </Stack>
  );
}

function useSign(card: Next, onDone: () => void) {
  const config = useConfig();
  const utils = trpc.useUtils();
  const keep = trpc.merchant.signPayeeCard.useMutation();
  return useMutation({
    mutationFn: async ({ address, connector }: ConnectedWallet) => {
      const signature = await signTypedData(config, { account: address, connector, ...cardTypedData(card) });
      return keep.mutateAsync({ card, signature });
    },
    onSuccess: (signed) => {
      utils.merchant.payeeCard.setData({}, signed);
      toast.success("Your payee card is signed");
      onDone();
    },
  });
}
