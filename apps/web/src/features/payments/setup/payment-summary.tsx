import { formatUsd } from "@hearth/domain/money";
import type { ReactNode } from "react";
import { SubmitButton } from "../../../kit/form/fields.tsx";
import { FormFailure } from "../../../kit/form/form.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Fact, Facts, Total } from "../../../ui/facts.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Sheet } from "../../../ui/page.tsx";
import { Heading, Text } from "../../../ui/words.tsx";
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
    <Sheet as="aside" label="Summary">
      <Heading size="subheading">Summary</Heading>
      <Facts kind="right" className={styles.summary}>
        <Fact label="Merchant">{payee.name}</Fact>
        <Fact label="Apartment number">{payee.aptNumber}</Fact>
        <Fact label="Wallet">
          {walletAddress !== null && (
            <Hash value={walletAddress} shape="address" what="wallet address" explorerUrl={explorer.addressUrl(walletAddress)} />
          )}
        </Fact>
        <Fact label="Description">{description || `Payment to ${payee.name}`}</Fact>
        <Fact label="Payment type">One-time</Fact>
        <Fact label="Network">{network?.label}</Fact>
      </Facts>
      <Total label="You pay">
        <Amount cents={cents ?? 0} size={31} unit="USDC" />
      </Total>
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
    </Sheet>
  );
}
