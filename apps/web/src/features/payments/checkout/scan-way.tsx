import { Listening } from "../../../ui/listening.tsx";
import { Text } from "../../../ui/typography.tsx";
import { DirectTransfer } from "../../wallet/direct-transfer.tsx";
import type { CheckoutView } from "./checkout-stage.ts";
import styles from "./checkout.module.css";

/** Shows a QR code for a transfer from any wallet, and its details to copy. */
export function ScanWay({ view }: { view: CheckoutView }) {
  return (
    <div className={styles.panel}>
      <DirectTransfer usdcUnits={BigInt(view.usdcUnits)} to={view.payeeAddress} toExplorerUrl={view.payeeExplorerUrl ?? undefined} />
      <Text muted size="note">
        Scan with a wallet, or send by hand. From the wallet linked to your account it is recognized automatically. From another wallet or
        an exchange it reaches {view.merchant}, but cannot be matched to this payment automatically. Send USDC on {view.networkLabel} and
        nothing else.
      </Text>
      <Listening>Watching {view.networkLabel} for your transfer</Listening>
    </div>
  );
}
