import { formatUsd } from "@hearth/domain/money";
import type { ReactNode } from "react";
import { SubmitButton } from "../../../kit/form/fields.tsx";
import { FormFailure } from "../../../kit/form/form.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Description, DescriptionList, Total } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Card } from "../../../ui/page.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { UnprovenMerchant } from "../../enrollment/unproven-wallet.tsx";
import { useExplorer, useNetwork } from "../use-network.ts";
import styles from "./setup.module.css";
import type { Payee } from "./use-payee.ts";

interface PaymentSummaryProps {
  payee: Payee;
  /** Null while no valid amount is entered. */
  cents: number | null;
  description: string;
  /** What the button says; without it, what is paid. */
  action?: string;
  /** What happens when it is pressed. */
  note: ReactNode;
  /** Other things to do, below the button. */
  children?: ReactNode;
}

/** What is about to be paid, to whom and how, with the one button that does it. */
export function PaymentSummary({ payee, cents, description, action, note, children }: PaymentSummaryProps) {
  const explorer = useExplorer();
  const network = useNetwork();
  const { walletAddress } = payee;
  return (
    <Card as="aside" label="Summary">
      <Heading size="subheading">Summary</Heading>
      <DescriptionList kind="right" className={styles.summary}>
        <Description label="Merchant">{payee.name}</Description>
        <Description label="Apartment number">{payee.aptNumber}</Description>
        <Description label="Wallet">
          {walletAddress !== null && (
            <Hash value={walletAddress} shape="address" what="wallet address" explorerUrl={explorer.addressUrl(walletAddress)} />
          )}
        </Description>
        <Description label="Description">{description || `Payment to ${payee.name}`}</Description>
        <Description label="Payment type">One-time</Description>
        <Description label="Network">{network?.label}</Description>
      </DescriptionList>
      <Total label="You pay">
        <Amount cents={cents ?? 0} size={30} unit="USDC" />
      </Total>
      {walletAddress !== null && <UnprovenMerchant merchantId={payee.merchantId} name={payee.name} />}
      <div className={styles.pay}>
        <FormFailure />
        <SubmitButton size="large" wide disabled={walletAddress === null}>
          {action ?? (cents === null ? "Pay" : `Pay ${formatUsd(cents)}`)}
        </SubmitButton>
        {children}
        <Text size="note" muted>
          {note}
        </Text>
      </div>
    </Card>
  );
}
