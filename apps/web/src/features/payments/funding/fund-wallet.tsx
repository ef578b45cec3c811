import { useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import { specifiedMessage } from "../../../lib/api-error.ts";
import { BackButton } from "../../../kit/back-button.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { ButtonLink, CrumbLink } from "../../../kit/links.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { Columns, Page, PageHead } from "../../../ui/page.tsx";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { AmountPart } from "../setup/amount-part.tsx";
import { oneTimeForm, typedPayment } from "../setup/one-time-schema.ts";
import { PaymentSummary } from "../setup/payment-summary.tsx";
import { SetupSkeleton } from "../setup/setup-shape.tsx";
import { type Payee, usePayeeOfForm } from "../setup/use-payee.ts";
import { useNetwork } from "../use-network.ts";
import { onrampWindows } from "./use-onramp-window.ts";
import { OwnWalletDialog } from "./own-wallet-dialog.tsx";
import type { FormOutcome } from "../../auth/outcome.ts";
import { type Order, useCreateCheckout } from "../setup/use-create-checkout.ts";

interface FundWalletProps {
  /** Initial values of the form. */
  amount: string;
  description: string;
}

/** Buys USDC by card or bank before a payment exists. Asks for the amount; also offers the user's own wallet as the destination. */
export function FundWallet(begin: FundWalletProps) {
  const { payee, isError, isFetching, refetch } = usePayeeOfForm();
  const network = useNetwork();
  const isKnown = payee != null && network !== undefined;
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/dashboard">Dashboard</CrumbLink>}
        title="Fund wallet"
        sub={
          <>
            {payee && `Buy USDC with a card or from your bank. It goes straight to the wallet of ${payee.name}. `}
            {(isKnown || isError) && <OwnWallet />}
          </>
        }
      />
      {isKnown ? (
        network.hasOnramp ? (
          <FundForm payee={payee} begin={begin} />
        ) : (
          <Empty action={<ButtonLink to="/payment">Make a payment</ButtonLink>}>
            Paying by card or bank is not available here. Please use a wallet.
          </Empty>
        )
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

function FundForm({ payee, begin }: { payee: Payee; begin: FundWalletProps }) {
  const start = useStartFunding();
  const form = useAppForm({
    about: payee.merchantId,
    defaultValues: begin,
    schema: oneTimeForm,
    onSubmit: async ({ amount, description }) => {
      const { walletAddress, name } = payee;
      if (walletAddress === null) return;
      const outcome = await start({ amountCents: amount, description, payee: { name, walletAddress } });
      return outcome.ok ? null : outcome.message;
    },
  });

  const prepareWindow = () => {
    if (payee.walletAddress !== null) onrampWindows.prepare();
  };

  return (
    <AppForm form={form} label="Fund wallet" free ownFailure onPress={prepareWindow}>
      <Columns kind="aside">
        <AmountPart form={form} payee={payee} />
        <form.Subscribe selector={({ values }) => typedPayment(values)}>
          {(typed) => (
            <PaymentSummary
              payee={payee}
              {...typed}
              action="Continue to Coinbase"
              note="Coinbase opens in a new window. Its fees come on top."
            >
              <BackButton wide>Cancel</BackButton>
            </PaymentSummary>
          )}
        </form.Subscribe>
      </Columns>
    </AppForm>
  );
}

/** Link for a user who wants to fund their own wallet. */
function OwnWallet() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      To have USDC in your own wallet and pay from there: <TextButton onClick={() => setOpen(true)}>Show my wallet</TextButton>
      <OwnWalletDialog open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

/** Creates the payment to fund and opens its page, which uses the window that the click opened. */
function useStartFunding(): (order: Omit<Order, "paymentType">) => Promise<FormOutcome> {
  const navigate = useNavigate();
  const createCheckout = useCreateCheckout();
  return async (order) => {
    try {
      const { paymentId } = await createCheckout({ ...order, paymentType: "one-time" });
      await navigate({ to: "/fund-wallet", search: { payment: paymentId }, replace: true });
      return { ok: true };
    } catch (error) {
      onrampWindows.drop();
      return { ok: false, message: specifiedMessage(error, "Failed to create checkout") };
    }
  };
}
