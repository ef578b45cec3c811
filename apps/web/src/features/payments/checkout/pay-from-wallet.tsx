import { explorerAddressUrl } from "@hearth/chain/networks";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { UsdcBalance, useUsdcBalance } from "../../wallet/usdc-balance.tsx";
import { type ConnectedWallet, useDisconnectWallets } from "../../wallet/use-wallet.ts";
import { useWalletContext } from "../../wallet/wallet-context.ts";
import type { CheckoutView } from "./checkout-stage.ts";
import { centsToDecimal, centsToUsdcUnits, formatUsd } from "@hearth/domain/money";
import { FingerprintPattern, Wallet } from "lucide-react";
import { useBalance } from "wagmi";
import { Button } from "../../../ui/button.tsx";
import { ButtonLink } from "../../../kit/links.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { NetworkSwitch } from "../../wallet/network-switch.tsx";
import { TestUsdcButton } from "../../wallet/test-usdc-button.tsx";
import { shortBy } from "../wallet-against.tsx";
import { walletKind } from "../../wallet/wallet-choices.ts";
import type { PayMethod } from "./pay-method.ts";
import { usePay } from "./use-pay.ts";
import styles from "./checkout.module.css";

interface PayFromWalletProps {
  reference: string;
  view: CheckoutView;
  wallet: ConnectedWallet;
  linked: readonly string[] | undefined;
  isChosen: boolean;
}

/** Shows the two wallets, the balance and the payment button. */
export function PayFromWallet({ reference, view, wallet, linked, isChosen }: PayFromWalletProps) {
  const balance = useUsdcBalance(wallet.address);
  const isStranger = linked !== undefined && linked.length > 0 && !linked.includes(wallet.address);
  return (
    <div className={styles.panel}>
      {isPasskey(wallet) && <Heading size="subheading">Pay with Face ID, fingerprint or PIN</Heading>}
      <WalletFacts view={view} wallet={wallet} balance={balance} />
      {isStranger && (
        <Text muted size="note">
          This wallet is not linked to your account. The payment is still recognized: it carries this checkout's own reference.
        </Text>
      )}
      <PayAction key={wallet.address} {...{ reference, view, wallet, isChosen }} units={balance.units} />
    </div>
  );
}

function isPasskey({ connector }: ConnectedWallet): boolean {
  return walletKind(connector) === "passkey";
}

interface WalletFactsProps {
  view: CheckoutView;
  wallet: ConnectedWallet;
  balance: ReturnType<typeof useUsdcBalance>;
}

function WalletFacts({ view, wallet, balance }: WalletFactsProps) {
  const { network } = useWalletContext();
  const disconnect = useDisconnectWallets();
  const explorerUrl = explorerAddressUrl(network, wallet.address) ?? undefined;
  return (
    <DescriptionList kind="right" ruled tight>
      <Description label="To their wallet">
        <Hash value={view.payeeAddress} shape="address" what="merchant's wallet address" explorerUrl={view.payeeExplorerUrl ?? undefined} />
      </Description>
      {view.payeeWords !== null && <Description label="Their payee card">{view.payeeWords}</Description>}
      <Description label="From your wallet">
        <span className={styles.from}>
          <TextButton size="small" onClick={() => void disconnect()}>
            Change
          </TextButton>
          <Hash value={wallet.address} shape="address" what="your wallet address" explorerUrl={explorerUrl} />
        </span>
      </Description>
      <Description label="Your balance">
        <UsdcBalance balance={balance} />
      </Description>
    </DescriptionList>
  );
}

interface PayActionProps {
  reference: string;
  view: CheckoutView;
  wallet: ConnectedWallet;
  isChosen: boolean;
  /** The wallet's balance in base units. Undefined while unknown, which does not block paying. */
  units: bigint | undefined;
}

/** Shows the next step for this wallet: switch the network, add funds, or pay. */
function PayAction({ reference, view, wallet, isChosen, units }: PayActionProps) {
  const { method, pay, isBusy, problem, isUnknown } = usePay({ reference, view, wallet, isChosen });
  const cents = centsOf(view.amount);
  if (!wallet.isOnNetwork) return <NetworkSwitch wallet={wallet} variant="primary" />;
  if (units !== undefined && units < BigInt(view.usdcUnits)) return <TooLittle wallet={wallet} cents={cents} units={units} />;
  return (
    <>
      {method.by === "transfer" ? <NetworkFee wallet={wallet} why={method.note} /> : method.note && <Alert title={method.note} />}
      {problem && (
        <Alert tone={problem.tone} title={problem.message} announce>
          {isUnknown && "Check again to make sure. It is never paid twice."}
        </Alert>
      )}
      <Button variant="primary" size="large" wide icon={isPasskey(wallet) ? FingerprintPattern : Wallet} busy={isBusy} onClick={pay}>
        {isUnknown ? "Check again" : payLabel(cents, wallet, method)}
      </Button>
      {isBusy && (
        <Text muted size="note">
          Please confirm in your wallet.
        </Text>
      )}
    </>
  );
}

function payLabel(cents: number, wallet: ConnectedWallet, { by }: PayMethod): string {
  if (isPasskey(wallet)) return `Pay ${formatUsd(cents)}`;
  return `${by === "transfer" ? "Send" : "Pay"} ${formatUsd(cents)} from wallet`;
}

function TooLittle({ wallet, cents, units }: { wallet: ConnectedWallet; cents: number; units: bigint }) {
  return (
    <>
      <Alert tone="waiting" title="This wallet holds too little USDC">
        {shortBy(units, centsToUsdcUnits(cents))}
      </Alert>
      <TestUsdcButton address={wallet.address} usdc={centsToDecimal(cents)} variant="primary" size="large" wide />
      {isPasskey(wallet) && (
        <ButtonLink to="/fund-wallet" search={{ goal: "wallet" }} target="_blank" wide>
          Add money to your wallet
        </ButtonLink>
      )}
    </>
  );
}

/**
 * Says who pays the network fee. Wallets that send the transfer pay it in ETH; smart wallets handle fees themselves.
 * `why`: the reason for sending if a signature was impossible.
 */
function NetworkFee({ wallet, why }: { wallet: ConnectedWallet; why: string | null }) {
  const isSmart = walletKind(wallet.connector) === "smart";
  const { data } = useBalance({ address: wallet.address, query: { enabled: !isSmart } });
  if (isSmart) return why && <Alert title={why} />;
  const isEmpty = data?.value === 0n;
  return (
    <>
      {why && <Alert title={why}>{!isEmpty && `It ${ownFee}`}</Alert>}
      {!why && !isEmpty && (
        <Text muted size="note">
          Your wallet sends the transfer itself and {ownFee}
        </Text>
      )}
      {isEmpty && (
        <Alert tone="waiting" title="This wallet holds no ETH for the network's fee">
          <p>Usually the fee is less than a cent. Add a little ETH to the wallet, or pay in another way.</p>
          <TestUsdcButton address={wallet.address} size="small" />
        </Alert>
      )}
    </>
  );
}

const ownFee = "pays the network's fee in ETH, usually less than a cent.";
