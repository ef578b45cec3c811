import { useNavigate } from "@tanstack/react-router";
import { ChevronRight, CreditCard, Wallet } from "lucide-react";
import { specifiedMessage } from "../../../lib/api-error.ts";
import { BackButton } from "../../../kit/back-button.tsx";
import { AppForm, useAppForm } from "../../../kit/form/form.tsx";
import { AppLink, ButtonLink, CrumbLink, TextLink } from "../../../kit/links.tsx";
import { trpc } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { Empty, ErrorState } from "../../../ui/empty.tsx";
import { Icon, type IconType } from "../../../ui/icon.tsx";
import { Columns, Page, PageHead } from "../../../ui/page.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Text } from "../../../ui/typography.tsx";
import { AmountPart } from "../setup/amount-part.tsx";
import { paymentForm, typedPayment } from "../setup/one-time-schema.ts";
import { paidBills, payChoices } from "../setup/pay-choices.ts";
import { usePayQuestions } from "../setup/pay-questions.tsx";
import { PaymentSummary } from "../setup/payment-summary.tsx";
import setup from "../setup/setup.module.css";
import { SetupSkeleton } from "../setup/setup-shape.tsx";
import { missingWalletWords, type Payee, usePaidLease, usePayeeOfForm } from "../setup/use-payee.ts";
import { useNetwork } from "../use-network.ts";
import { onrampWindows } from "./use-onramp-window.ts";
import { OwnWallet } from "./own-wallet.tsx";
import type { FormOutcome } from "../../auth/outcome.ts";
import { type Order, useCreateCheckout } from "../setup/use-create-checkout.ts";

/** Owner of the wallet that the bought USDC goes to. */
export type FundingGoal = "merchant" | "wallet";

interface FundWalletProps {
  /** Initial values of the form. */
  amount: string;
  description: string;
  /** Undefined until the user has chosen. */
  goal: FundingGoal | undefined;
}

/** Buys USDC by card or bank before a payment exists. First asks if it is to pay the merchant or to stay in the user's own wallet. */
export function FundWallet({ goal, ...begin }: FundWalletProps) {
  return (
    <Page narrow={goal !== "merchant"}>
      <PageHead crumb={<CrumbLink to="/dashboard">Dashboard</CrumbLink>} title="Fund wallet" />
      {goal === "merchant" ? <PayMerchant begin={begin} /> : goal === "wallet" ? <OwnWallet /> : <GoalChoice />}
    </Page>
  );
}

/** The two ways to use a card or a bank account, each saying where the money goes. */
function GoalChoice() {
  const { data: account } = trpc.auth.me.useQuery();
  const merchant = account?.merchant?.name ?? "your merchant";
  return (
    <Stack wide>
      <ul className={setup.choices}>
        <ChoiceLink
          icon={CreditCard}
          search={{ goal: "merchant" }}
          title={`Pay ${merchant} by card or bank`}
          detail={`Coinbase sells you USDC and sends it straight to ${merchant}. It pays what you owe.`}
        />
        <ChoiceLink
          icon={Wallet}
          search={{ goal: "wallet" }}
          title="Add money to my wallet"
          detail="The money stays yours. Pay from your wallet whenever you want."
        />
      </ul>
      <Actions>
        <BackButton>Cancel</BackButton>
      </Actions>
    </Stack>
  );
}

interface ChoiceLinkProps {
  icon: IconType;
  search: { goal: FundingGoal };
  title: string;
  detail: string;
}

function ChoiceLink({ icon, search, title, detail }: ChoiceLinkProps) {
  return (
    <li>
      <AppLink to="/fund-wallet" search={search} replace className={setup.choice}>
        <Icon icon={icon} size={20} />
        <span className={setup.choiceWords}>
          <Text as="span" strong>
            {title}
          </Text>
          <Text as="span" size="note" muted>
            {detail}
          </Text>
        </span>
        <Icon icon={ChevronRight} />
      </AppLink>
    </li>
  );
}

function PayMerchant({ begin }: { begin: FundValues }) {
  const { payee, isError, isFetching, refetch } = usePayeeOfForm();
  const network = useNetwork();
  const isKnown = payee != null && network !== undefined;
  if (!isKnown) {
    if (!isError) return <SetupSkeleton />;
    return (
      <ErrorState onRetry={refetch} busy={isFetching}>
        Failed to load payment information
      </ErrorState>
    );
  }
  if (!network.hasOnramp) {
    return (
      <Empty action={<ButtonLink to="/payment">Make a payment</ButtonLink>}>
        Paying by card or bank is not available here. Please use a wallet.
      </Empty>
    );
  }
  return (
    <>
      <Text muted>
        Buy USDC with a card or from your bank. It goes straight to the wallet of {payee.name}.{" "}
        <TextLink to="/fund-wallet" search={{ goal: "wallet" }} replace>
          Add money to my wallet instead
        </TextLink>
      </Text>
      <FundForm payee={payee} begin={begin} />
    </>
  );
}

type FundValues = Pick<FundWalletProps, "amount" | "description">;

function FundForm({ payee, begin }: { payee: Payee; begin: FundValues }) {
  const start = useStartFunding();
  const lease = usePaidLease(payee, undefined);
  const choices = lease ? payChoices(lease) : [];
  const questions = usePayQuestions({ payee, lease, onAgreed: () => void form.submit(prepareWindow) });
  const form = useAppForm({
    about: payee.merchantId,
    defaultValues: begin,
    schema: paymentForm(lease, choices),
    onSubmit: async ({ amount, description }) => {
      const { walletAddress, name } = payee;
      if (walletAddress === null) return missingWalletWords(payee).title;
      if (questions.ask()) return {};
      const chargeIds = choices.find(({ cents }) => cents === amount)?.chargeIds;
      const outcome = await start({ amountCents: amount, description, payee: { name, walletAddress }, leaseId: lease?._id, chargeIds });
      return outcome.ok ? null : outcome.message;
    },
  });

  const prepareWindow = () => {
    if (payee.walletAddress !== null && !questions.isOpen()) onrampWindows.prepare();
  };

  return (
    <AppForm form={form} label="Fund wallet" free ownFailure onPress={prepareWindow}>
      {questions.dialogs}
      <Columns kind="aside">
        <AmountPart form={form} payee={payee} lease={lease} />
        <form.Subscribe selector={({ values }) => typedPayment(values)}>
          {(typed) => (
            <PaymentSummary
              payee={payee}
              {...typed}
              {...paidBills(lease, choices, typed.cents)}
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
