import { eip681Uri } from "@hearth/chain/usdc";
import { formatUsdc } from "@hearth/domain/money";
import type { ReactNode } from "react";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Description, DescriptionList } from "../../ui/description-list.tsx";
import { Hash } from "../../ui/hash.tsx";
import { Qr } from "../../ui/qr.tsx";
import { Text } from "../../ui/typography.tsx";
import styles from "./direct-transfer.module.css";
import { useWalletContext } from "./wallet-context.ts";

interface DirectTransferProps {
  /** USDC base units. */
  usdcUnits: bigint;
  to: `0x${string}`;
  toExplorerUrl?: string | undefined;
  /** Further facts, shown above the others. */
  children?: ReactNode;
}

/** Shows a QR code (EIP-681) for a transfer from any app, and its details to copy. Requires a `WalletProvider`. */
export function DirectTransfer({ usdcUnits, to, toExplorerUrl, children }: DirectTransferProps) {
  const { network } = useWalletContext();
  const exact = formatUsdc(usdcUnits);
  // Without separators, for pasting into other apps.
  const plain = exact.replaceAll(",", "");
  const uri = eip681Uri({ network, to, usdcUnits });
  return (
    <div className={styles.direct}>
      <Qr value={uri} label={`QR code that asks for ${exact} USDC to ${to} on ${network.label}`} />
      <DescriptionList kind="stacked" ruled>
        {children}
        <Description label="Send exactly">
          <span className={styles.exact}>
            <data value={plain}>{exact}</data>
            <Text as="span" muted>
              USDC
            </Text>
            <CopyButton text={plain} what="amount" />
          </span>
        </Description>
        <Description label="To">
          <Hash value={to} shape="address" what="wallet address" explorerUrl={toExplorerUrl} />
        </Description>
        <Description label="On">{network.label}</Description>
        <Description label="As a link">
          <span className={styles.exact}>
            EIP-681
            <CopyButton text={uri} what="payment link" />
          </span>
        </Description>
      </DescriptionList>
    </div>
  );
}
