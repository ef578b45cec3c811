import { limits } from "@hearth/domain/limits";
import { wordingFor } from "@hearth/domain/merchants/party-words";
import { wireAmount } from "@hearth/domain/money";
import type { OpenCharge } from "@hearth/domain/rent/allocation";
import { payableSums, wholeBillSums } from "@hearth/domain/rent/part-payments";
import { useNavigate } from "@tanstack/react-router";
import { specifiedMessage } from "../../../lib/api-error.ts";
import { useNothingSent } from "../../../lib/offline.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { useRef } from "react";
import { centsOf } from "../../../kit/cents.ts";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { CrumbLink, TextLink } from "../../../kit/links.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Columns, Page, PageHead } from "../../../ui/page.tsx";
import { Text } from "../../../ui/typography.tsx";
import { useNetwork } from "../use-network.ts";
import { Roommates } from "../roommates.tsx";
import { AmountPart } from "./amount-part.tsx";
import { checkoutWindows, type Order, useCreateCheckout } from "./use-create-checkout.ts";
import { typedPayment, wholeBillsForm } from "./one-time-schema.ts";
import { PaymentSummary } from "./payment-summary.tsx";
import { SetupSkeleton } from "./setup-shape.tsx";
import { type Payee, usePayeeOfForm } from "./use-payee.ts";
import { apartmentName } from "../../enrollment/address.ts";
import type { FormOutcome } from "../../auth/outcome.ts";

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
  const lease = useLease(leaseId);
  const hasWindow = useRef(false);
  const wholes = lease?.partPayments === false ? wholeBillSums(lease.charges.map(openCharge)) : [];
  const form = useAppForm({
    about: `${payee.merchantId} ${leaseId}`,
    defaultValues: { amount: begin, description: beginDescription },
    schema: wholeBillsForm(wholes),
    onSubmit: async ({ amount, description }) => {
      const { walletAddress, name } = payee;
      if (walletAddress === null) return;
      const outcome = await start({ amountCents: amount, description, payee: { name, walletAddress }, leaseId }, hasWindow.current);
      return outcome.ok ? null : wordingFor(payee.businessType)(outcome.message);
    },
  });

  const prepareWindow = () => {
    hasWindow.current = payee.walletAddress !== null && checkoutWindows.prepare();
  };

  return (
    <AppForm form={form} label="One-time payment" free ownFailure onPress={prepareWindow}>
      <Columns kind="aside">
        <AmountPart
          form={form}
          payee={payee}
          wholes={payableSums(wholes)}
          more={
            <>
              {lease && <Roommates roommates={lease.roommates} />}
              {lease?.partPayments === false && (
                <Text size="note" muted>
                  {lease.merchant} takes each bill whole.
                </Text>
              )}
              <form.AppField name="description">
                {(field) => (
                  <field.TextField
                    label="Description"
                    optional
                    count={`${[...field.value].length} of ${limits.descriptionMaxLength}`}
                    placeholder={`Payment to ${payee.name}`}
                    autoComplete="off"
                  />
                )}
              </form.AppField>
            </>
          }
        />
        <form.Subscribe selector={({ values }) => typedPayment(values)}>
          {(typed) => (
            <PaymentSummary
              payee={payee}
              place={lease && `${lease.property} ${lease.unit}`}
              {...typed}
              note={<CheckoutNote {...typed} />}
            />
          )}
        </form.Subscribe>
      </Columns>
    </AppForm>
  );
}

type OwnLease = Outputs["rent"]["mine"][number];

/** Returns the lease to pay. Undefined if none is named, or until it is loaded. */
function useLease(leaseId: string | undefined): OwnLease | undefined {
  const { data } = trpc.rent.mine.useQuery(undefined, { enabled: leaseId !== undefined });
  return leaseId === undefined ? undefined : data?.find(({ _id }) => _id === leaseId);
}

function openCharge({ _id: id, kind, dueOn, open }: OwnLease["charges"][number]): OpenCharge {
  return { id, kind, dueOn, openCents: centsOf(open) };
}

/** Explains what the Pay button does, and links to buying USDC with the typed values. */
function CheckoutNote({ cents, description }: ReturnType<typeof typedPayment>) {
  const hasOnramp = useNetwork()?.hasOnramp === true;
  const typed = { ...(cents !== null && { amount: wireAmount(cents) }), ...(description !== "" && { description }) };
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

/** Creates the checkout, shows it in the window that the click opened, and opens the page that waits for the payment. */
function useStartPayment(): (order: Omit<Order, "paymentType">, hasWindow: boolean) => Promise<FormOutcome> {
  const navigate = useNavigate();
  const createCheckout = useCreateCheckout();

  return async (order, hasWindow) => {
    try {
      const { paymentId, checkoutURL } = await createCheckout({ ...order, paymentType: "one-time" });
      const isShown = hasWindow && checkoutWindows.show(checkoutURL, checkoutURL);
      if (!isShown) console.warn("The checkout window was blocked. The page that follows links to the checkout.");
      await navigate({ to: "/payment-pending", search: { payment: paymentId }, state: { checkoutBlocked: !isShown } });
      return { ok: true };
    } catch (error) {
      checkoutWindows.drop();
      return { ok: false, message: specifiedMessage(error, "Failed to create checkout") };
    }
  };
}

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** True if the browser blocked the checkout's window. */
    checkoutBlocked?: boolean;
  }
}
