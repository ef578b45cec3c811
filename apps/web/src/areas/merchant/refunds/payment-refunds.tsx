import type { RefundGround } from "@hearth/domain/refunds/destination";
import { refundAmount } from "@hearth/domain/refunds/inputs";
import { centsToDecimal, formatUsd, parseCents } from "@hearth/domain/money";
import { useEffect, useRef, useState } from "react";
import { z } from "zod";
import { MoneyField } from "../../../kit/form/amount-field.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { Permitted } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Heading, Text } from "../../../ui/typography.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { useExplorer } from "../../../features/payments/use-network.ts";
import { AskPayer } from "./ask-payer.tsx";
import { OddRefundTransfers } from "./odd-refund-transfers.tsx";
import { OpenRefund } from "./open-refund.tsx";
import { ProveRefundWallet } from "./prove-refund-wallet.tsx";
import styles from "./refunds.module.css";
import { type PaymentRefunds as Refunds, type Refund, useAskPayer, useBeginRefund, useRefunds } from "./use-refunds.ts";

/** Lists the refunds of a completed payment, and offers another. */
export function PaymentRefunds({ paymentId }: { paymentId: string }) {
  const { data } = useRefunds(paymentId);
  const [isAsking, setAsking] = useState(false);
  if (!data) return null;
  const done = data.items.filter(({ status }) => status === "completed");
  const open = data.items.find(({ status }) => status === "open");
  const refundableCents = centsOf(data.refundable);
  return (
    <section className={styles.refunds}>
      <Heading as="h3" size="label" muted className={styles.label}>
        Refunds
      </Heading>
      <Stack>
        {done.length > 0 && <Done refunds={done} />}
        <OddRefundTransfers transfers={data.oddTransfers} />
        {open ? (
          <OpenRefund refund={open} refunds={data} />
        ) : isAsking ? (
          <AmountForm paymentId={paymentId} refundableCents={refundableCents} refunds={data} onDone={() => setAsking(false)} />
        ) : refundableCents === 0 ? (
          <Text size="note" muted>
            All of it was refunded.
          </Text>
        ) : data.to === null ? (
          <AskPayer refunds={data} onAsk={() => setAsking(true)} />
        ) : data.isWalletNeeded ? (
          <ProveRefundWallet />
        ) : (
          <Permitted least="manager" whileSuspended>
            {data.extra > 0 && <Extra paymentId={paymentId} cents={centsOf(data.extra)} />}
            <Button onClick={() => setAsking(true)}>Refund…</Button>
          </Permitted>
        )}
      </Stack>
    </section>
  );
}

/** Refunds an overpayment with one click. */
function Extra({ paymentId, cents }: { paymentId: string; cents: number }) {
  const begin = useBeginRefund();
  return (
    <>
      {begin.error && <Alert tone="bad" title={errorMessage(begin.error)} announce />}
      <Button variant="primary" busy={begin.isPending} onClick={() => begin.mutate({ paymentId, amount: centsToDecimal(cents) })}>
        Send back the extra {formatUsd(cents)}
      </Button>
    </>
  );
}

function Done({ refunds }: { refunds: readonly Refund[] }) {
  const explorer = useExplorer();
  return (
    <DescriptionList>
      {refunds.map(({ _id, amount, transactionHash: hash }) => (
        <Description key={_id} label={<Amount cents={centsOf(amount)} />}>
          {hash && <Hash value={hash} explorerUrl={explorer.transactionUrl(hash)} />}
        </Description>
      ))}
    </DescriptionList>
  );
}

function formFor(refundableCents: number) {
  return z.object({
    amount: z
      .string()
      .transform((value): string | number => value)
      .pipe(refundAmount)
      .refine((cents) => cents <= refundableCents, `At most ${formatUsd(refundableCents)} can be refunded`),
    chargeId: z.string(),
  });
}

interface AmountFormProps {
  paymentId: string;
  /** In cents. */
  refundableCents: number;
  /** Destination of the refund. While unknown, the payer is asked for a wallet. */
  refunds: Pick<Refunds, "ground" | "charges" | "extra" | "owed">;
  onDone: () => void;
}

const goesTo: Record<RefundGround, string> = {
  named: "It goes to the wallet that the payer chose.",
  proven: "It goes to the payer's own wallet.",
  onlySender: "It goes to the wallet that paid.",
};

/** Label of the button: with the amount once it is one. */
function refundWords(amount: string): string {
  const cents = parseCents(amount.trim());
  return cents === null ? "Refund" : `Refund ${formatUsd(cents)}`;
}

/** Asks for the amount, filled with what is owed or else all that is left. */
function AmountForm({ paymentId, refundableCents, refunds: { ground, charges, extra, owed }, onDone }: AmountFormProps) {
  const owedCents = Math.min(
    refundableCents,
    owed.reduce((sum, { stillOwed }) => sum + centsOf(stillOwed), centsOf(extra)),
  );
  const shown = useRef<HTMLDivElement>(null);
  useEffect(() => {
    shown.current?.scrollIntoView({ block: "nearest" });
    shown.current?.querySelector("input")?.focus({ preventScroll: true });
  }, []);
  const hasWallet = ground !== null;
  const begin = useBeginRefund();
  const ask = useAskPayer();
  const form = useAppForm({
    about: paymentId,
    defaultValues: { amount: centsToDecimal(owedCents === 0 ? refundableCents : owedCents), chargeId: "" },
    schema: formFor(refundableCents),
    onSubmit: async () => {
      const { amount, chargeId } = form.state.values;
      try {
        if (hasWallet) await begin.mutateAsync({ paymentId, amount, ...(chargeId !== "" && { chargeId }) });
        else await ask.mutateAsync({ paymentId, amount });
        onDone();
      } catch (error) {
        return errorMessage(error);
      }
    },
  });
  return (
    <div ref={shown} className={styles.asked}>
      <AppForm form={form} label="Refund">
        <form.AppField name="amount">
          {() => (
            <MoneyField
              label="Amount"
              hint={`At most ${formatUsd(refundableCents)}. ${hasWallet ? goesTo[ground] : "The payer sees this."}`}
            />
          )}
        </form.AppField>
        {hasWallet && charges.length > 0 && (
          <form.AppField name="chargeId">
            {(field) => (
              <field.SelectField label="Applies to" hint="Unused money is refunded first.">
                <option value="">The most recent charge</option>
                {charges.map(({ _id, description, isDeposit, paid }) => (
                  <option key={_id} value={_id}>
                    {`${description}, ${formatUsd(centsOf(paid))} paid${isDeposit ? ": returns the deposit" : ""}`}
                  </option>
                ))}
              </field.SelectField>
            )}
          </form.AppField>
        )}
        <div>
          <form.Subscribe selector={({ values }) => values.amount}>
            {(amount) => <form.SubmitButton>{hasWallet ? refundWords(amount) : "Ask the payer"}</form.SubmitButton>}
          </form.Subscribe>{" "}
          <Button variant="quiet" onClick={onDone}>
            Back
          </Button>
        </div>
      </AppForm>
    </div>
  );
}
