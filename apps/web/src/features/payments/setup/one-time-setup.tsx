import { limits } from "@hearth/domain/limits";
import { wireAmount } from "@hearth/domain/money";
import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import { errorMessage } from "../../../lib/api-error.ts";
import { useAppForm } from "../../../kit/form/form.tsx";
import { CrumbLink, TextLink } from "../../../kit/links.tsx";
import { useFirstErrorFocus } from "../../../kit/form/use-first-error-focus.ts";
import { ErrorState } from "../../../ui/empty.tsx";
import { Columns, Page, PageHead } from "../../../ui/page.tsx";
import { useNetwork } from "../use-network.ts";
import { amountFieldName, AmountPart } from "./amount-part.tsx";
import { checkoutWindow, type Order, useCreateCheckout } from "./use-create-checkout.ts";
import { oneTimeForm, typedPayment } from "./one-time-schema.ts";
import { PaymentSummary } from "./payment-summary.tsx";
import { SetupShape } from "./setup-shape.tsx";
import { type Payee, usePayee } from "./use-payee.ts";
import type { FormOutcome } from "../../auth/outcome.ts";

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
        <SetupShape />
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
        <AmountPart
          form={form}
          fields={amountFieldName}
          payee={payee}
          more={
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
          }
        />
        <form.Subscribe selector={({ values, isSubmitting }) => ({ values, isSubmitting })}>
          {({ values, isSubmitting }) => (
            <PaymentSummary
              payee={payee}
              {...typedPayment(values)}
              failure={failure}
              busy={isSubmitting}
              note={<CheckoutNote {...typedPayment(values)} />}
            />
          )}
        </form.Subscribe>
      </Columns>
    </form>
  );
}

/** What Pay does, and the way for somebody who has no USDC yet; what was typed goes along. */
function CheckoutNote({ cents, description }: ReturnType<typeof typedPayment>) {
  const hasOnramp = useNetwork()?.hasOnramp === true;
  const typed = { ...(cents !== null && { amount: wireAmount(cents) }), ...(description !== "" && { description }) };
  return (
    <>
      Checkout opens in a new window and waits 10 minutes for you.
      {hasOnramp && (
        <>
          {" "}
          No USDC yet?{" "}
          <TextLink to="/fund-wallet" search={typed} size="small">
            Buy it with a card or from your bank
          </TextLink>
          .
        </>
      )}
    </>
  );
}

/** Creates the checkout, shows it in the window that the click has prepared, and goes on to the page that waits for its result. */
function useStartPayment(): (order: Omit<Order, "paymentType">, hasWindow: boolean) => Promise<FormOutcome> {
  const navigate = useNavigate();
  const createCheckout = useCreateCheckout();

  return async (order, hasWindow) => {
    try {
      const { paymentId, checkoutURL } = await createCheckout({ ...order, paymentType: "one-time" });
      const isShown = hasWindow && checkoutWindow.show(checkoutURL);
      if (!isShown) console.warn("The checkout window was blocked. The page that follows links to the checkout.");
      await navigate({ to: "/payment-pending", search: { payment: paymentId }, state: { checkoutBlocked: !isShown } });
      return { ok: true };
    } catch (error) {
      checkoutWindow.close();
      return { ok: false, message: errorMessage(error, "Failed to create checkout") };
    }
  };
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The browser did not let the checkout's window open. */
    checkoutBlocked?: boolean;
  }
}
