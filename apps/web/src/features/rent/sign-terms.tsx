import { termsTypedData } from "@hearth/chain/terms-typed-data";
import { formatUsd } from "@hearth/domain/money";
import { periodName } from "@hearth/domain/rent/periods";
import { useMutation } from "@tanstack/react-query";
import { useConfig } from "wagmi";
import { signTypedData } from "wagmi/actions";
import { dueDayWords } from "@hearth/domain/rent/due-day";
import { ConnectWallet } from "../wallet/connect-wallet.tsx";
import { NetworkSwitch } from "../wallet/network-switch.tsx";
import { type ConnectedWallet, useConnectedWallet, useDisconnectWallets } from "../wallet/use-wallet.ts";
import { useWalletContext } from "../wallet/wallet-context.ts";
import { walletProblem } from "../wallet/wallet-problem.ts";
import { WalletProvider } from "../wallet/wallet-provider.tsx";
import { useWording } from "../../kit/words.ts";
import { errorMessage } from "../../lib/api-error.ts";
import { type Outputs, trpc } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Description, DescriptionList } from "../../ui/description-list.tsx";
import { ErrorState } from "../../ui/empty.tsx";
import { shortenMiddle } from "../../ui/shorten.ts";
import { SkeletonPart } from "../../ui/skeleton.tsx";
import { Stack } from "../../ui/stack.tsx";
import { toast } from "../../ui/toast-manager.ts";
import { Text } from "../../ui/typography.tsx";

interface SignTermsProps {
  leaseId: string;
  termsId: string;
  onDone: () => void;
}

type ToSign = Outputs["rent"]["termsToSign"];

/** Lets the landlord's wallet sign a lease's terms, so that tenants can prove what was due without relying on Hearth. */
export function SignTerms(props: SignTermsProps) {
  const { leaseId, termsId } = props;
  const termsQuery = trpc.rent.termsToSign.useQuery({ leaseId, termsId }, { staleTime: 0 });
  if (termsQuery.isError) {
    return (
      <ErrorState onRetry={() => void termsQuery.refetch()} busy={termsQuery.isFetching}>
        Failed to load the terms
      </ErrorState>
    );
  }
  if (!termsQuery.data) return <SkeletonPart />;
  if (termsQuery.data.wallets.length === 0) {
    return <Alert title="No wallet of yours that can sign is known. Please connect the one that you are paid to in Settings." />;
  }
  return (
    <WalletProvider loading={<SkeletonPart />} failed={(message) => message}>
      <Steps {...props} toSign={termsQuery.data} />
    </WalletProvider>
  );
}

function Steps({ toSign, ...props }: SignTermsProps & { toSign: ToSign }) {
  const reword = useWording();
  const { isReady } = useWalletContext();
  const wallet = useConnectedWallet();
  const disconnect = useDisconnectWallets();
  const sign = useSign(props, toSign);
  if (!isReady) return <SkeletonPart />;
  const { wallets, terms } = toSign;
  const isKnown = wallets.some((address) => address.toLowerCase() === wallet?.address.toLowerCase());
  const problem = sign.isError ? walletProblem(sign.error) : null;
  return (
    <Stack>
      <Text>{reword("With your signature your tenants can show others what was due, and when. It moves no money and costs nothing.")}</Text>
      <DescriptionList kind="right">
        <Description label="From">{periodName(terms.from)}</Description>
        <Description label="Monthly rent">
          {formatUsd(terms.rent)}, due {dueDayWords(terms.dueDay)}
        </Description>
        <Description label="Deposit">{formatUsd(terms.deposit)}</Description>
      </DescriptionList>
      {wallet === null ? (
        <ConnectWallet />
      ) : (
        <>
          <NetworkSwitch wallet={wallet} />
          {problem && (
            <Alert tone={problem.kind === "rejected" ? "info" : "bad"} title={errorMessage(sign.error, problem.message)} announce />
          )}
          {!isKnown && (
            <Alert title={`Please connect the wallet ${shortenMiddle(wallets[0] ?? "", 6, 4)}. This one is not known as yours.`} />
          )}
          <div>
            {isKnown && (
              <Button variant="primary" busy={sign.isPending} disabled={!wallet.isOnNetwork} onClick={() => sign.mutate(wallet)}>
                Sign the terms
              </Button>
            )}{" "}
            <Button variant="quiet" onClick={() => void disconnect()}>
              Use another wallet
            </Button>
          </div>
        </>
      )}
    </Stack>
  );
}

function useSign({ leaseId, termsId, onDone }: SignTermsProps, { terms }: ToSign) {
  const config = useConfig();
  const { network } = useWalletContext();
  const keep = trpc.rent.signTerms.useMutation();
  return useMutation({
    mutationFn: async ({ address, connector }: ConnectedWallet) => {
      const signature = await signTypedData(config, { account: address, connector, ...termsTypedData(terms, network.chainId) });
      const signedTerms = { leaseId, termsId, walletAddress: address, signature };
      await keep.mutateAsync(signedTerms);
    },
    onSuccess: () => {
      toast.success("The terms are signed");
      onDone();
    },
  });
}
