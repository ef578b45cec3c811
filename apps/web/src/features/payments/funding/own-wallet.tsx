import { formatUsdc, usdcUnitsToWholeUsdc } from "@hearth/domain/money";
import { useMutation } from "@tanstack/react-query";
import { errorCode } from "../../../lib/api-error.ts";
import { ButtonLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Qr } from "../../../ui/qr.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { Text } from "../../../ui/typography.tsx";
import { useExplorer, useNetwork } from "../use-network.ts";
import { AtRisk } from "../../wallet/passkey/at-risk.tsx";
import { requestTestUsdc } from "../../../lib/faucet.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import styles from "./funding.module.css";

/** Shows the address and the balance of the user's own wallet, to add USDC to it. */
export function OwnWallet() {
  const wallet = trpc.wallet.status.useQuery();
  const address = wallet.data?.walletAddress ?? wallet.data?.smartWalletAddress ?? null;
  if (wallet.isPending) return <Shape />;
  if (address !== null) return <Linked address={address} />;
  if (wallet.isSuccess || errorCode(wallet.error) === "WALLET_SETUP_NEEDED") {
    return (
      <Empty
        action={
          <ButtonLink to="/smart-wallet-setup" variant="primary">
            Wallet setup
          </ButtonLink>
        }
      >
        No wallet is connected yet, so there is nothing to send USDC to.
      </Empty>
    );
  }
  return (
    <ErrorState onRetry={() => void wallet.refetch()} busy={wallet.isFetching}>
      Failed to load wallet status. Please try again.
    </ErrorState>
  );
}

function Linked({ address }: { address: string }) {
  const network = useNetwork();
  const explorer = useExplorer();
  const own = trpc.passkeyWallet.read.useQuery();
  const balance = trpc.wallet.balance.useQuery(undefined, { staleTime: 0 });
  const mostAtRisk = own.data?.wallet?.address === address ? own.data.wallet.mostAtRisk : null;
  if (own.isPending) return <Shape />;
  if (mostAtRisk !== null && balance.isPending) return <Shape />;
  if (mostAtRisk !== null && (balance.data === undefined || holds(balance.data.usdcUnits, mostAtRisk))) return <AtRisk most={mostAtRisk} />;
  return (
    <div className={styles.wallet}>
      {mostAtRisk !== null && <AtRisk most={mostAtRisk} />}
      <Text>
        Send USDC on {network?.label ?? "Base"} to your wallet, from an exchange or from another wallet. Other assets, and USDC on other
        networks, do not arrive.
      </Text>
      <Qr value={address} label="Your wallet address as a QR code" />
      <DescriptionList>
        <Description label="Wallet">
          <Hash value={address} shape="detail" what="wallet address" explorerUrl={explorer.addressUrl(address)} />
        </Description>
        <Description label="Balance">
          <Balance />
        </Description>
      </DescriptionList>
      {network?.faucetUrl && <TestMoney faucetUrl={network.faucetUrl} address={address} />}
    </div>
  );
}

/** True for a balance in USDC base units of at least this many dollars. */
function holds(usdcUnits: string, dollars: number): boolean {
  return usdcUnitsToWholeUsdc(BigInt(usdcUnits)) >= dollars;
}

function Balance() {
  const { data, isError } = trpc.wallet.balance.useQuery(undefined, { staleTime: 0 });
  if (data) return `${formatUsdc(BigInt(data.usdcUnits))} USDC`;
  if (isError) return "Not available at the moment";
  return <Skeleton width="6rem" />;
}

function Shape() {
  return (
    <Loading label="Loading your wallet">
      <div className={styles.wallet}>
        <Skeleton width="100%" />
        <Skeleton width="11.5rem" height="11.5rem" />
      </div>
    </Loading>
  );
}

/** Button that sends test USDC to a wallet on the local network. */
function TestMoney({ faucetUrl, address }: { faucetUrl: string; address: string }) {
  const utils = trpc.useUtils();
  const faucet = useMutation({
    mutationFn: () => requestTestUsdc(faucetUrl, address),
    onSuccess: async () => {
      await utils.wallet.balance.invalidate();
      toast.success("Test USDC is in your wallet");
    },
  });
  return (
    <div>
      <Button busy={faucet.isPending} onClick={() => faucet.mutate()}>
        Get test USDC
      </Button>
      {faucet.error && <FieldError>{faucet.error.message}</FieldError>}
    </div>
  );
}
