import { useNavigate } from "@tanstack/react-router";
import { Suspense } from "react";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { useUsdcBalance } from "../../wallet/usdc-balance.tsx";
import { useConnectedWallet } from "../../wallet/use-wallet.ts";
import { canSend } from "../../wallet/use-wallet-signer.ts";
import { useWalletContext } from "../../wallet/wallet-context.ts";
import { WalletProvider } from "../../wallet/wallet-provider.tsx";
import { CardWay } from "./card-way.tsx";
import type { CheckoutView } from "./checkout-stage.ts";
import styles from "./checkout.module.css";
import type { PayWay } from "./pay-way.ts";
import { PayWaysSkeleton } from "./pay-ways-skeleton.tsx";
import { useIsPaymentUnknown } from "./use-pay.ts";
import { WalletPanel } from "./wallet-panel.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";

const ScanWay = lazyPart(async () => (await import("./scan-way.tsx")).ScanWay);

interface PayWaysProps {
  reference: string;
  view: CheckoutView;
  way: PayWay | undefined;
}

/** Shows the chosen payment method. The default method also shows links to the others. */
export function PayWays(props: PayWaysProps) {
  // Another way could pay a second time.
  const isUnknown = useIsPaymentUnknown(props.reference);
  return (
    <WalletProvider loading={<PayWaysSkeleton />} failed={(message) => message}>
      <ChosenWay {...props} way={isUnknown ? undefined : props.way} />
      {!props.way && !isUnknown && <OtherWays reference={props.reference} view={props.view} />}
    </WalletProvider>
  );
}

function ChosenWay({ reference, view, way }: PayWaysProps) {
  if (way === "scan") {
    return (
      <Suspense
        fallback={
          <Loading label="Loading the code">
            <Skeleton width="100%" height="18rem" />
          </Loading>
        }
      >
        <ScanWay view={view} />
      </Suspense>
    );
  }
  if (way === "card") return <CardWay reference={reference} view={view} />;
  return <WalletPanel reference={reference} view={view} isSending={way === "send"} />;
}

/** True if sending from the wallet is another way to pay: the wallet can do it, and does not hold too little. */
function useCanSend({ usdcUnits, relayAvailable }: CheckoutView): boolean {
  const wallet = useConnectedWallet();
  const { units } = useUsdcBalance(wallet?.address);
  if (!relayAvailable || (wallet !== null && !canSend(wallet))) return false;
  return units === undefined || units >= BigInt(usdcUnits);
}

/** Links to the other methods. Omits sending from the wallet if that is already the default, or if the balance is too low. */
function OtherWays({ reference, view }: { reference: string; view: CheckoutView }) {
  const navigate = useNavigate();
  const { info } = useWalletContext();
  const isSendingOffered = useCanSend(view);
  const go = (way: PayWay) => void navigate({ to: "/checkout/$reference", params: { reference }, search: { way } });
  return (
    <ul className={styles.ways} aria-label="Other ways to pay">
      {isSendingOffered && (
        <li>
          <TextButton onClick={() => go("send")}>Send it myself</TextButton>
        </li>
      )}
      {info.hasOnramp && (
        <li>
          <TextButton onClick={() => go("card")}>Card or bank</TextButton>
        </li>
      )}
      <li>
        <TextButton onClick={() => go("scan")}>Scan a QR code</TextButton>
      </li>
    </ul>
  );
}
