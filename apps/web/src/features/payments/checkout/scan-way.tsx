import { eip681Uri } from "@hearth/chain/usdc";
import { centsToDecimal, formatUsdc } from "@hearth/domain/money";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Listening } from "../../../ui/listening.tsx";
import { Qr } from "../../../ui/qr.tsx";
import { Text } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { useWalletContext } from "../../wallet/wallet-context.ts";
import type { CheckoutView } from "./checkout-stage.ts";
import styles from "./checkout.module.css";

/** A transfer from anywhere: a code to scan, and everything in it to copy. */
export function ScanWay({ view }: { view: CheckoutView }) {
  const { network } = useWalletContext();
  const usdcUnits = BigInt(view.usdcUnits);
  const exact = formatUsdc(usdcUnits);
  const uri = eip681Uri({ network, to: view.payeeAddress, usdcUnits });
  return (
    <div className={styles.panel}>
      <div className={styles.direct}>
        <Qr value={uri} label={`QR code that asks for ${exact} USDC to ${view.payeeAddress} on ${view.networkLabel}`} />
        <DescriptionList kind="stacked" ruled>
          <Description label="Send exactly">
            <span className={styles.exact}>
              <data value={centsToDecimal(centsOf(view.amount))}>{exact}</data>
              <Text as="span" muted>
                USDC
              </Text>
              <CopyButton text={centsToDecimal(centsOf(view.amount))} what="amount" />
            </span>
          </Description>
          <Description label="To">
            <Hash value={view.payeeAddress} shape="address" what="wallet address" explorerUrl={view.payeeExplorerUrl ?? undefined} />
          </Description>
          <Description label="On">{view.networkLabel}</Description>
        </DescriptionList>
      </div>
      <Text muted>
        Scan with a wallet, or send by hand. From the wallet linked to your account it is recognised by itself. From another wallet or an
        exchange it reaches {view.merchant}, but cannot be matched to this payment by itself.
      </Text>
      <Text muted>Send USDC on {view.networkLabel} and nothing else.</Text>
      <Listening>Watching {view.networkLabel} for your transfer</Listening>
    </div>
  );
}
