import { limits } from "@hearth/domain/limits";
import type { ReactNode } from "react";
import { centsToUsdcUnits, formatUsd } from "@hearth/domain/money";
import { Landmark } from "lucide-react";
import { trpc } from "../../../lib/trpc.ts";
import { AmountField } from "../../../kit/form/amount-field.tsx";
import type { FieldsOf } from "../../../kit/form/fields.tsx";
import { AmountChips } from "../../../ui/amount-entry.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { useOwnBalance } from "../use-own-balance.ts";
import { usualPayment } from "../usual-payment.ts";
import { typedPayment } from "./one-time-schema.ts";
import { type Payee, recentPayments } from "./use-payee.ts";
import styles from "./setup.module.css";

const bankWords = {
  linked: "A bank account is linked to your Coinbase account.",
  missing: "No bank account is linked to your Coinbase account yet; link one there first.",
};

const minuteMs = 60_000;

/**
 * Advises how to buy USDC for larger amounts, and says whether a bank account is linked. Renders nothing up to the limit, or if the wallet
 * holds enough.
 */
function AchNote({ cents }: { cents: number | null }) {
  const balance = useOwnBalance();
  const isHeld = cents !== null && typeof balance === "bigint" && balance >= centsToUsdcUnits(cents);
  const isLarge = cents !== null && cents > limits.achGuidanceAboveCents && !isHeld;
  const { data } = trpc.exchange.paymentMethods.useQuery(undefined, { enabled: isLarge, staleTime: minuteMs, retry: false });
  if (!isLarge) return null;
  const limit = formatUsd(limits.achGuidanceAboveCents).replace(/\.00$/, "");
  return (
    <Alert icon={Landmark} title={`For more than ${limit}, add funds by bank transfer (ACH)`}>
      Card limits are lower, and a bank transfer can take some days. If your wallet already holds {formatUsd(cents).slice(1)} USDC, you have
      nothing to do.
      {data && "hasBankAccount" in data && ` ${bankWords[data.hasBankAccount ? "linked" : "missing"]}`}
    </Alert>
  );
}

/** The quick amounts, preceded by the usual payment. */
function QuickAmounts(entry: { value: string; onChange: (value: string) => void }) {
  const { data } = trpc.payments.list.useQuery(...recentPayments);
  const usual = usualPayment(data?.items ?? []);
  return (
    <AmountChips
      {...entry}
      amounts={limits.quickAmountsCents}
      usual={usual && { cents: centsOf(usual.amount), label: usual.description }}
    />
  );
}

/** Maximum number of whole-bill sums offered. */
const maxSums = 5;

interface AmountPartProps {
  form: FieldsOf<{ amount: string }>;
  payee: Pick<Payee, "name" | "walletAddress"> | null;
  /** Amounts in cents that pay whole bills only. If given, no other amounts are offered. */
  wholes?: readonly number[];
  /** Further fields below the amount. */
  more?: ReactNode;
}

/** Part of a form that pays a merchant once: the amount, with notes about paying it. */
export function AmountPart({ form, payee, wholes = [], more }: AmountPartProps) {
  return (
    <div className={styles.form}>
      {payee?.walletAddress === null && (
        <Alert tone="waiting" title={`${payee.name} has not set up their wallet address yet`}>
          As soon as they have, you can pay here.
        </Alert>
      )}
      <form.AppField name="amount">
        {(field) => (
          <div className={styles.amount}>
            <AmountField label="Amount" hint="Enter amount between $1.00 - $10,000.00" />
            {wholes.length > 0 ? (
              <AmountChips amounts={wholes.slice(0, maxSums)} value={field.value} onChange={field.change} />
            ) : (
              <QuickAmounts value={field.value} onChange={field.change} />
            )}
          </div>
        )}
      </form.AppField>
      {more}
      <form.Subscribe selector={({ values }) => typedPayment(values).cents}>{(cents) => <AchNote cents={cents} />}</form.Subscribe>
    </div>
  );
}
