import { limits } from "@hearth/domain/limits";
import { wordingFor } from "@hearth/domain/merchants/party-words";
import { wireAmount } from "@hearth/domain/money";
import { useNothingSent } from "../../../lib/offline.ts";
import { useRef } from "react";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { CrumbLink, TextLink } from "../../../kit/links.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Columns, Page, PageHead } from "../../../ui/page.tsx";
import { Text } from "../../../ui/typography.tsx";
import { useNetwork } from "../use-network.ts";
import { Roommates } from "../roommates.tsx";
import { AmountPart } from "./amount-part.tsx";
import { paidBills, payChoices } from "./pay-choices.ts";
import { usePayQuestions } from "./pay-questions.tsx";
import { checkoutWindows, useStartPayment } from "./use-create-checkout.ts";
import { paymentForm, typedPayment } from "./one-time-schema.ts";
import { PaymentSummary } from "./payment-summary.tsx";
import { SetupSkeleton } from "./setup-shape.tsx";
import { missingWalletWords, type Payee, usePaidLease, usePayeeOfForm } from "./use-payee.ts";
import { apartmentName } from "../../enrollment/address.ts";

interface OneTimeProps {
  /** Initial values of the fields. */
  amount: string;
  description?: string | undefined;
  leaseId?: string | undefined;
}

/** Page to set up a one-time payment: amount, description and a summary. */
export function OneTimeSetup(props: OneTimeProps) {
  const { payee, isError, isFetching, refetch } = usePayeeOfForm();
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/payment">Make Payment</CrumbLink>}
        title="Make a payment"
        sub={payee && `To ${payee.name}${payee.aptNumber === null ? "" : `, ${apartmentName(payee.aptNumber)}`}`}
      />
      {payee ? (
        <OneTimeForm payee={payee} {...props} />
      ) : isError ? (
        <ErrorState onRetry={refetch} busy={isFetching}>
          Failed to load payment information
        </ErrorState>
      ) : (
        <SetupSkeleton />
      )}
    </Page>
  );
}

function OneTimeForm({ payee, amount: begin, description: beginDescription = "", leaseId }: OneTimeProps & { payee: Payee }) {
  const start = useStartPayment();
  useNothingSent(true);
  const lease = usePaidLease(payee, leaseId);
  const hasWindow = useRef(false);
  const choices = lease ? payChoices(lease) : [];
  const questions = usePayQuestions({
    payee,
    lease,
    centsNow: () => typedPayment(form.state.values).cents,
    onAgreed: () => void form.submit(prepareWindow),
  });
  const form = useAppForm({
    about: `${payee.merchantId} ${leaseId}`,
    defaultValues: { amount: begin, description: beginDescription },
    schema: paymentForm(lease, choices),
    onSubmit: async ({ amount, description }) => {
      const { walletAddress, name } = payee;
      if (walletAddress === null) return missingWalletWords(payee).title;
      if (questions.ask()) return {};
      const chargeIds = choices.find(({ cents }) => cents === amount)?.chargeIds;
      const order = { amountCents: amount, description, payee: { name, walletAddress }, leaseId: lease?._id, chargeIds };
      const outcome = await start(order, hasWindow.current);
      return outcome.ok ? null : wordingFor(payee.businessType)(outcome.message);
    },
  });

  const prepareWindow = () => {
    hasWindow.current = payee.walletAddress !== null && !questions.isOpen() && checkoutWindows.prepare();
  };

  return (
    <AppForm form={form} label="One-time payment" free ownFailure onPress={prepareWindow}>
      {questions.dialogs}
      <Columns kind="aside">
        <AmountPart
          form={form}
          payee={payee}
          lease={lease}
          more={
            <>
              {lease && <Roommates roommates={lease.roommates} />}
              {lease?.partPayments === false && (
                <Text size="note" muted>
                  {lease.merchant} takes each bill whole.
                </Text>
              )}
              <form.Subscribe selector={({ values }) => typedPayment(values).cents}>
                {(cents) => (
                  <form.AppField name="description">
                    {(field) => (
                      <field.TextField
                        label="Description"
                        optional
                        count={`${[...field.value].length} of ${limits.descriptionMaxLength}`}
                        placeholder={paidBills(lease, choices, cents).name ?? `Payment to ${payee.name}`}
                        autoComplete="off"
                      />
                    )}
                  </form.AppField>
                )}
              </form.Subscribe>
            </>
          }
        />
        <form.Subscribe selector={({ values }) => typedPayment(values)}>
          {(typed) => (
            <PaymentSummary
              payee={payee}
              place={lease && `${lease.property} ${lease.unit}`}
              {...typed}
              {...paidBills(lease, choices, typed.cents)}
              note={<CheckoutNote {...typed} />}
            />
          )}
        </form.Subscribe>
      </Columns>
    </AppForm>
  );
}

/** Explains what the Pay button does, and links to buying USDC with the typed values. */
function CheckoutNote({ cents, description }: ReturnType<typeof typedPayment>) {
  const hasOnramp = useNetwork()?.hasOnramp === true;
  const typed = {
    goal: "merchant" as const,
    ...(cents !== null && { amount: wireAmount(cents) }),
    ...(description !== "" && { description }),
  };
  return (
    <>
      Next you approve it in your wallet. The checkout window stays open for 10 minutes.
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
