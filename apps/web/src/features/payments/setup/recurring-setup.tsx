import { CalendarSync } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpc } from "../../../lib/trpc.ts";
import { AmountField } from "../../../kit/form/amount-field.tsx";
import { AppForm, FormFailure, useAppForm } from "../../../kit/form/form.tsx";
import { CrumbLink, TextLink } from "../../../kit/links.tsx";
import { Actions } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { usePayQuestions } from "./pay-questions.tsx";
import { PaymentUrl } from "./payment-url.tsx";
import { recurringForm } from "./recurring-schema.ts";
import { MissingWallet } from "./amount-part.tsx";
import { type Payee, usePayeeOfForm } from "./use-payee.ts";
import { MerchantTrustSignals } from "../../enrollment/merchant-trust-signals.tsx";
import { useCreateCheckout } from "./use-create-checkout.ts";

/** Page to set up a recurring payment: an amount, and a payment URL for one period. */
export function RecurringSetup() {
  const { payee, isError, isFetching, refetch } = usePayeeOfForm();
  return (
    <Page narrow>
      <PageHead
        crumb={<CrumbLink to="/payment">Make Payment</CrumbLink>}
        title="Recurring payment"
        sub="Create a payment link for one month."
      />
      {payee ? (
        <Setup payee={payee} />
      ) : isError ? (
        <ErrorState onRetry={refetch} busy={isFetching}>
          Failed to load payment information
        </ErrorState>
      ) : (
        <Loading label="Loading the payment page">
          <Skeleton width="min(22rem, 100%)" height="4.5rem" />
        </Loading>
      )}
    </Page>
  );
}

function Setup({ payee }: { payee: Payee }) {
  const [paymentId, setPaymentId] = useState<string | null>(null);
  const { data: leases = [] } = trpc.autopay.mine.useQuery();
  const { walletAddress } = payee;
  if (walletAddress === null) {
    return <MissingWallet payee={payee} />;
  }
  if (paymentId !== null) return <PaymentUrl paymentId={paymentId} onAnother={() => setPaymentId(null)} />;
  return (
    <Stack wide>
      {leases.some(({ merchantId }) => merchantId === payee.merchantId) && (
        <Alert icon={CalendarSync} title={`Autopay can pay ${payee.name} every month`}>
          Sign once, and each month is paid on its due date. <TextLink to="/autopay">Set up autopay</TextLink>
        </Alert>
      )}
      <RecurringForm payee={{ ...payee, walletAddress }} onGenerated={setPaymentId} />
    </Stack>
  );
}

interface RecurringFormProps {
  payee: Payee & { walletAddress: string };
  onGenerated: (paymentId: string) => void;
}

function RecurringForm({ payee, onGenerated }: RecurringFormProps) {
  const generate = useGenerateUrl(payee);
  const questions = usePayQuestions({ payee });
  const form = useAppForm({
    about: payee.merchantId,
    defaultValues: { amount: "" },
    schema: recurringForm,
    onSubmit: async ({ amount }) => {
      if (questions.ask()) return {};
      const generated = await generate(amount);
      if (!generated.ok) return { title: "Failed to generate payment URL. Please try again.", detail: generated.detail };
      onGenerated(generated.paymentId);
    },
  });
  return (
    <AppForm form={form} label="Recurring payment" ownFailure>
      {questions.dialogs}
      <Stack wide>
        <FormFailure />
        <form.AppField name="amount">
          {() => (
            <AmountField label={`Amount for ${payee.name}, each period`} min="0.01" hint="In dollars and whole cents, up to $10,000.00." />
          )}
        </form.AppField>
        <MerchantTrustSignals merchantId={payee.merchantId} name={payee.name} />
        <Actions>
          <form.SubmitButton size="large">Generate payment URL</form.SubmitButton>
        </Actions>
      </Stack>
    </AppForm>
  );
}

/** The checkout of one period, or the server's message, empty if it had none. */
type GeneratedUrl = { ok: true; paymentId: string; checkoutURL: string } | { ok: false; detail: string };

/** Creates the payment URL of one period. A retry with the same amount returns the same payment. */
function useGenerateUrl(payee: Payee & { walletAddress: string }): (amountCents: number) => Promise<GeneratedUrl> {
  const createCheckout = useCreateCheckout();
  return async (amountCents) => {
    try {
      return { ok: true, ...(await createCheckout({ amountCents, paymentType: "recurring", payee })) };
    } catch (error) {
      return { ok: false, detail: errorMessage(error, "") };
    }
  };
}
