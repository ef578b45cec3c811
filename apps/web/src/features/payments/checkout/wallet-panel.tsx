import { useDeferredValue } from "react";
import { ButtonLink, TextLink } from "../../../kit/links.tsx";
import { useSession } from "../../../lib/session.ts";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { shortenMiddle } from "../../../ui/shorten.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { ConnectWallet } from "../../wallet/connect-wallet.tsx";
import { useLinkedAddresses, useOwnWallet } from "../../wallet/use-linked-wallet.ts";
import { usePasskeyWalletAddress, usePasskeyWalletSupport } from "../../wallet/use-passkey-wallet.ts";
import { useConnectedWallet } from "../../wallet/use-wallet.ts";
import { useLinkedExchange } from "../../wallet/use-wallet-status.ts";
import { useWalletContext } from "../../wallet/wallet-context.ts";
import type { CheckoutView } from "./checkout-stage.ts";
import { PayFromWallet } from "./pay-from-wallet.tsx";
import styles from "./checkout.module.css";

interface WalletPanelProps {
  reference: string;
  view: CheckoutView;
  /** True if the payer chose to send the transfer from the wallet. */
  isSending: boolean;
}

/** Pays from a wallet. Asks to connect one first if none is connected. */
export function WalletPanel({ reference, view, isSending }: WalletPanelProps) {
  const wallet = useConnectedWallet();
  const linked = useLinkedAddresses();
  // Deferred, because React renders deferred updates in short slices, and answers of calls at once.
  const isPreparing = useDeferredValue(useOwnWallet(linked));
  const isConnected = useDeferredValue(wallet !== null);
  if (wallet && isConnected) return <PayFromWallet {...{ reference, view, wallet, linked }} isChosen={isSending} />;
  if (isPreparing) {
    return (
      <Loading label="Loading your wallet">
        <Skeleton width="100%" height="13rem" />
      </Loading>
    );
  }
  return <ConnectToPay reference={reference} linked={linked} />;
}

function ConnectToPay({ reference, linked }: { reference: string; linked: readonly string[] | undefined }) {
  const { info } = useWalletContext();
  const { user } = useSession();
  const [linkedWallet] = linked ?? [];
  const canUseExchange = useLinkedExchange() && info.hasOnramp;
  return (
    <div className={styles.panel}>
      {canUseExchange && <PayWithExchange reference={reference} />}
      <div>
        <Heading size="subheading">{canUseExchange ? "Or from a wallet" : "Pay from your wallet"}</Heading>
        {linkedWallet && (
          <Text muted size="note">
            Linked to your account: <code title={linkedWallet}>{shortenMiddle(linkedWallet, 6, 4)}</code>
          </Text>
        )}
      </div>
      <NotHere linked={linked} />
      <ConnectWallet />
      {info.faucetUrl !== null && !user && (
        <Text muted size="note">
          <TextLink size="small" to="/login" search={{ redirect: `/checkout/${reference}` }}>
            Sign in
          </TextLink>{" "}
          to pay from your test wallet.
        </Text>
      )}
    </div>
  );
}

/** Says why the payer's passkey wallet is not offered in this browser. */
function NotHere({ linked }: { linked: readonly string[] | undefined }) {
  const support = usePasskeyWalletSupport();
  const address = usePasskeyWalletAddress();
  if (support !== "impossible" || address == null || linked?.includes(address) !== true) return null;
  return (
    <Alert title="This browser cannot open your wallet">Open this page on a device with your passkey, or pay from another wallet.</Alert>
  );
}

/** Leads a payer who linked an exchange account to the card and bank method, where they pay with that account. */
function PayWithExchange({ reference }: { reference: string }) {
  return (
    <>
      <div>
        <Heading size="subheading">Pay with your Coinbase account</Heading>
        <Text muted size="note">
          Linked to your account.
        </Text>
      </div>
      <ButtonLink variant="primary" size="large" to="/checkout/$reference" params={{ reference }} search={{ way: "card" }}>
        Pay with Coinbase
      </ButtonLink>
    </>
  );
}
