import { centsToUsdcUnits, formatUsd, formatUsdc } from "@hearth/domain/money";
import type { ComponentProps, ReactNode } from "react";
import { SubmitButton } from "../../../kit/form/fields.tsx";
import { FormFailure } from "../../../kit/form/form.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Description, DescriptionList, Total } from "../../../ui/description-list.tsx";
import { TextLink } from "../../../kit/links.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Card } from "../../../ui/page.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { MerchantTrustSignals } from "../../enrollment/merchant-trust-signals.tsx";
import { useOwnBalance } from "../use-own-balance.ts";
import { BillLines } from "../bill-lines.tsx";
import { shortBy, WalletAgainst } from "../wallet-against.tsx";
import { useExplorer, useNetwork } from "../use-network.ts";
import styles from "./setup.module.css";
import type { Payee } from "./use-payee.ts";

interface PaymentSummaryProps {
  payee: Payee;
  /** Property and unit of the paid lease, if any. */
  place?: string | undefined;
  /** Null while the amount is invalid. */
  cents: number | null;
  description: string;
  /** The bills that the amount pays, and their name if it pays them whole. */
  bill?: ComponentProps<typeof BillLines>["bill"];
  name?: string | null;
  /** Button label. Default: the amount to pay. */
  action?: string;
  /** Explains what the button does. */
  note: ReactNode;
  /** Further actions below the button. */
  children?: ReactNode;
}

/** Summary of the payment: amount, payee and wallet, with the button that pays. */
export function PaymentSummary({
  payee,
  place,
  cents,
  description,
  bill = null,
  name = null,
  action,
  note,
  children,
}: PaymentSummaryProps) {
  const explorer = useExplorer();
  const network = useNetwork();
  const { walletAddress } = payee;
  const balance = useOwnBalance();
  const isShort = action === undefined && cents !== null && typeof balance === "bigint" && balance < centsToUsdcUnits(cents);
  return (
    <Card as="aside" label="Summary">
      <Heading>{description || name || `Payment to ${payee.name}`}</Heading>
      {action === undefined && <WalletLeft cents={cents} />}
      <DescriptionList kind="right" className={styles.summary}>
        <Description label="Merchant">{payee.name}</Description>
        <Description label="Property">{place}</Description>
        <Description label="Apartment number">{payee.aptNumber}</Description>
        <Description label="Wallet">
          {walletAddress !== null && (
            <Hash value={walletAddress} shape="address" what="wallet address" explorerUrl={explorer.addressUrl(walletAddress)} />
          )}
        </Description>
        <Description label="Payment type">One-time</Description>
        <Description label="Network">{network?.label}</Description>
      </DescriptionList>
      <BillLines bill={bill} />
      <Total label="You pay">
        <span>{formatUsd(cents ?? 0).slice(1)} USDC</span>
      </Total>
      <div className={styles.pay}>
        <MerchantTrustSignals merchantId={payee.merchantId} name={payee.name} />
        <FormFailure />
        <div className={styles.stick} data-paybar>
          <p className={styles.stickWords} aria-hidden>
            You pay <Amount cents={cents ?? 0} size={22} />
          </p>
          <SubmitButton size="large" wide variant={isShort ? "plain" : "primary"}>
            {action ?? (cents === null ? "Pay" : `Pay ${formatUsd(cents)}${isShort ? " another way" : ""}`)}
          </SubmitButton>
        </div>
        {children}
        <Text size="note" muted>
          {note}
        </Text>
      </div>
    </Card>
  );
}

/** Shows the wallet's balance against the amount before the checkout opens. Reserves its height while the balance loads. */
function WalletLeft({ cents }: { cents: number | null }) {
  const balance = useOwnBalance();
  if (balance === "none" || balance === "unread") return null;
  const requestedUnits = centsToUsdcUnits(cents ?? 0);
  return (
    <div className={styles.wallet}>
      <p className={styles.walletHead}>
        <Text as="span" strong>
          Your wallet
        </Text>
        <Text as="span" size="note" muted>
          {balance === undefined ? "–" : formatUsdc(balance)} USDC
        </Text>
      </p>
      <WalletAgainst balance={balance} requestedUnits={requestedUnits} label="this payment" />
      {balance !== undefined && balance < requestedUnits && (
        <Text size="note">
          {shortBy(balance, requestedUnits)}{" "}
          <TextLink to="/fund-wallet" search={{ goal: "wallet" }} size="small">
            Add funds
          </TextLink>
        </Text>
      )}
    </div>
  );
}
