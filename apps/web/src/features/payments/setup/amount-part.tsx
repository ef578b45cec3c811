import { limits } from "@hearth/domain/limits";
import type { ReactNode } from "react";
import { centsToUsdcUnits, formatUsd } from "@hearth/domain/money";
import { Landmark } from "lucide-react";
import { trpc } from "../../../lib/trpc.ts";
import { AmountField } from "../../../kit/form/amount-field.tsx";
import type { FieldsOf } from "../../../kit/form/fields.tsx";
import { AmountChips } from "../../../ui/amount-entry.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Text } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { useOwnBalance } from "../use-own-balance.ts";
import { typedPayment } from "./one-time-schema.ts";
import { type OwnLease, owedWords, payChoices } from "./pay-choices.ts";
import { missingWalletWords, type Payee } from "./use-payee.ts";
import styles from "./setup.module.css";

const bankWords = {
  linked: "A bank account is linked to your Coinbase account.",
  missing: "No bank account is linked to your Coinbase account yet; link one there first.",
};

const minuteMs = 60_000;

/** Advises how to pay larger amounts by bank transfer, and says if a bank account is linked. One line if the wallet holds enough. */
function AchNote({ cents }: { cents: number | null }) {
  const balance = useOwnBalance();
  const isLarge = cents !== null && cents > limits.achGuidanceAboveCents;
  const { data } = trpc.exchange.paymentMethods.useQuery(undefined, { enabled: isLarge, staleTime: minuteMs, retry: false });
  if (!isLarge) return null;
  const limit = formatUsd(limits.achGuidanceAboveCents).replace(/\.00$/, "");
  const bank = data && "hasBankAccount" in data ? ` ${bankWords[data.hasBankAccount ? "linked" : "missing"]}` : "";
  if (typeof balance === "bigint" && balance >= centsToUsdcUnits(cents)) {
    return (
      <Text size="note" muted>
        Your wallet holds enough. For more than {limit} you can also add funds by bank transfer (ACH).{bank}
      </Text>
    );
  }
  return (
    <Alert icon={Landmark} title={`For more than ${limit}, add funds by bank transfer (ACH)`}>
      Card limits are lower, and a bank transfer can take some days.{bank}
    </Alert>
  );
}

interface AmountPartProps {
  form: FieldsOf<{ amount: string }>;
  payee: Pick<Payee, "name" | "walletAddress" | "isHeld"> | null;
  /** The lease that is paid. What it owes is said and offered first. */
  lease?: OwnLease | undefined;
  /** Further fields below the amount. */
  more?: ReactNode;
}

/** Says why a merchant cannot be paid. */
export function MissingWallet({ payee }: { payee: Pick<Payee, "name" | "isHeld"> }) {
  const { title, detail } = missingWalletWords(payee);
  return (
    <Alert tone="waiting" title={title}>
      {detail}
    </Alert>
  );
}

/** Part of a form that pays a merchant once: what is owed and the amount, with notes about paying it. */
export function AmountPart({ form, payee, lease, more }: AmountPartProps) {
  const bills = lease ? payChoices(lease) : [];
  const quick = limits.quickAmountsCents.filter((cents) => !bills.some((bill) => bill.cents === cents));
  return (
    <div className={styles.form}>
      {payee?.walletAddress === null && <MissingWallet payee={payee} />}
      {lease && <OwedNote lease={lease} />}
      <form.AppField name="amount">
        {(field) => (
          <div className={styles.amount}>
            <AmountField label="Amount" min="1.00" hint="Enter amount between $1.00 - $10,000.00" />
            {bills.length > 0 && <AmountChips name="What you owe" choices={bills} value={field.value} onChange={field.change} />}
            {lease?.partPayments !== false && (
              <AmountChips name="Quick amounts" choices={quick.map((cents) => ({ cents }))} value={field.value} onChange={field.change} />
            )}
          </div>
        )}
      </form.AppField>
      {more}
      <form.Subscribe selector={({ values }) => typedPayment(values).cents}>{(cents) => <AchNote cents={cents} />}</form.Subscribe>
    </div>
  );
}

function OwedNote({ lease }: { lease: OwnLease }) {
  const { now, after } = owedWords(lease);
  return (
    <div>
      <Text strong>
        {now}
        {after !== null && `. ${after}`}
      </Text>
      <Text size="note" muted>
        {lease.property} {lease.unit}
        {lease.credit > 0 && `. You have a credit of ${formatUsd(centsOf(lease.credit))}`}
      </Text>
    </div>
  );
}
