import { explorerAddressUrl } from "@hearth/chain/networks";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { Text } from "../../../ui/typography.tsx";
import { UsdcBalance, useUsdcBalance } from "../../wallet/usdc-balance.tsx";
import { type ConnectedWallet, useDisconnectWallets } from "../../wallet/use-wallet.ts";
import { useWalletContext } from "../../wallet/wallet-context.ts";
import type { CheckoutView } from "./checkout-stage.ts";
import styles from "./checkout.module.css";
import { PayAction } from "./pay-action.tsx";

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
      <WalletFacts view={view} wallet={wallet} balance={balance} />
      {isStranger && (
        <Text muted size="note">
          This wallet is not linked to your account. The payment is still recognised: it carries this checkout's own reference.
        </Text>
      )}
      <PayAction key={wallet.address} {...{ reference, view, wallet, isChosen }} units={balance.units} />
    </div>
  );
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
