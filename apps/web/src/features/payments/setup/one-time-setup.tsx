import { limits } from "@hearth/domain/limits";
import { useState } from "react";
import { useAppForm } from "../../../lib/form.tsx";
import { CrumbLink } from "../../../lib/links.tsx";
import { useFirstErrorFocus } from "../../../lib/use-first-error-focus.ts";
import { AmountChips } from "../../../ui/amount-entry.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Note } from "../../../ui/note.tsx";
import { Columns, Page, PageHead } from "../../../ui/page.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { AchNote } from "./ach-note.tsx";
import { checkoutWindow } from "./checkout-window.ts";
import { oneTimeForm } from "./one-time-schema.ts";
import { PaymentSummary } from "./payment-summary.tsx";
import styles from "./setup.module.css";
import { type Payee, usePayee } from "./use-payee.ts";
import { useStartPayment } from "./use-start-payment.ts";

/** Setting up a one-time payment: the amount, what it is for, and the summary beside it. */
export function OneTimeSetup() {
  const { payee, isError, isFetching, refetch } = usePayee();
  return (
    <Page>
      <PageHead crumb={<CrumbLink to="/payment-type">Payment type</CrumbLink>} title="One-time payment" />
      {payee ? (
        <OneTimeForm payee={payee} />
      ) : isError ? (
        <ErrorState onRetry={refetch} busy={isFetching}>
          Failed to load payment information
        </ErrorState>
      ) : (
        <Loading label="Loading the payment page">
          <div className={styles.shape}>
            <Skeleton width="min(22rem, 100%)" height="4.5rem" />
            <Skeleton width="min(38rem, 100%)" height="2.5rem" />
          </div>
        </Loading>
      )}
    </Page>
  );
}

function OneTimeForm({ payee }: { payee: Payee }) {
  const [failure, setFailure] = useState<string | null>(null);
  const { ref, onSubmitInvalid } = useFirstErrorFocus();
  const start = useStartPayment();
  const form = useAppForm({
    defaultValues: { amount: "", description: "" },
    canSubmitWhenInvalid: true,
    validators: { onSubmit: oneTimeForm },
    listeners: { onChange: () => setFailure(null) },
    onSubmitMeta: { hasWindow: false },
    onSubmitInvalid,
    onSubmit: async ({ value, meta: { hasWindow } }) => {
      const { walletAddress, name } = payee;
      if (walletAddress === null) return;
      setFailure(null);
      const { amount, description } = oneTimeForm.parse(value);
      const outcome = await start({ amountCents: amount, description, payee: { name, walletAddress } }, hasWindow);
      if (!outcome.ok) setFailure(outcome.message);
    },
  });

  /** Still inside the click, which is the only time at which a browser opens a window. */
  function submit() {
    if (form.state.isSubmitting) return;
    const willBeSent = payee.walletAddress !== null && oneTimeForm.safeParse(form.state.values).success;
    void form.handleSubmit({ hasWindow: willBeSent && checkoutWindow.prepare() });
  }

  return (
    <form
      ref={ref}
      noValidate
      aria-label="One-time payment"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Columns kind="aside">
        <div className={styles.form}>
          {payee.walletAddress === null && (
            <Note tone="waiting" title={`${payee.name} has not set up their wallet address yet`}>
              As soon as they have, you can pay here.
            </Note>
          )}
          <form.AppField name="amount">
            {(field) => (
              <div className={styles.amount}>
                <field.AmountField label="Amount" hint="Enter amount between $1.00 - $10,000.00" />
                <AmountChips amounts={limits.quickAmountsCents} value={field.state.value} onChange={field.handleChange} />
              </div>
            )}
          </form.AppField>
          <form.AppField name="description">
            {(field) => (
              <field.TextField
                label="Description"
                optional
                count={`${[...field.state.value].length} of ${limits.descriptionMaxLength}`}
                placeholder={`Payment to ${payee.name}`}
                autoComplete="off"
              />
            )}
          </form.AppField>
          <form.Subscribe selector={({ values }) => oneTimeForm.shape.amount.safeParse(values.amount).data ?? null}>
            {(cents) => <AchNote cents={cents} />}
          </form.Subscribe>
        </div>
        <form.Subscribe selector={({ values, isSubmitting }) => ({ values, isSubmitting })}>
          {({ values, isSubmitting }) => (
            <PaymentSummary
              payee={payee}
              cents={oneTimeForm.shape.amount.safeParse(values.amount).data ?? null}
              description={values.description.trim()}
              failure={failure}
              busy={isSubmitting}
            />
          )}
        </form.Subscribe>
      </Columns>
    </form>
  );
}
