import { formatUsd } from "@hearth/domain/money";
import { useNavigate } from "@tanstack/react-router";
import { checkoutWindows } from "../../../features/payments/setup/use-create-checkout.ts";
import { centsOf } from "../../../kit/cents.ts";
import { ButtonLink } from "../../../kit/links.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { useSession } from "../../../lib/session.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Amount } from "../../../ui/amount.tsx";
import { Actions, Button } from "../../../ui/button.tsx";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Card, Page, PageHead } from "../../../ui/page.tsx";
import { SkeletonLedger } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { TextAnchor } from "../../../ui/text-anchor.tsx";
import { Text } from "../../../ui/typography.tsx";
import { dayWords } from "../../../ui/dates.ts";

type BillFacts = Outputs["requests"]["bill"];

/** Page of a bill that a merchant sent as a link: who asks, for what, how much and until when, with the button to pay. */
export function Bill({ reference }: { reference: string }) {
  const bill = trpc.requests.bill.useQuery({ reference }, { refetchOnMount: "always" });
  const { data } = bill;
  return (
    <Page narrow>
      <PageHead title={data ? `${data.merchant} requests ${formatUsd(centsOf(data.amount))}` : "Your bill"} />
      {data ? (
        <Stack wide>
          <Facts bill={data} />
          {data.state === "open" ? <Pay reference={reference} bill={data} /> : <Closed bill={data} />}
        </Stack>
      ) : bill.isError ? (
        <ErrorState onRetry={() => void bill.refetch()} busy={bill.isFetching}>
          {errorMessage(bill.error, "Failed to load the bill")}
        </ErrorState>
      ) : (
        <SkeletonLedger rows={3} />
      )}
    </Page>
  );
}

function Facts({ bill: { merchant, amount, description, dueOn } }: { bill: BillFacts }) {
  return (
    <Card>
      <DescriptionList kind="right">
        <Description label="Amount">
          <Amount cents={centsOf(amount)} size={30} unit="USDC" />
        </Description>
        <Description label="From">{merchant}</Description>
        <Description label="Description">{description}</Description>
        <Description label="Due">{dayWords(dueOn)}</Description>
      </DescriptionList>
    </Card>
  );
}

function Closed({ bill: { state, merchant, returnUrl } }: { bill: BillFacts }) {
  return (
    <>
      {state === "paid" ? (
        <Alert tone="good" title="This bill is paid">
          The person who paid it has the receipt in their payment history.
        </Alert>
      ) : (
        <Alert tone="info" title="This bill has been cancelled">
          {`You do not need to do anything. If you think that is wrong, please ask ${merchant}.`}
        </Alert>
      )}
      {state === "paid" && returnUrl !== null && (
        <TextAnchor href={returnUrl} rel="noreferrer">
          Go back to {new URL(returnUrl).host}
        </TextAnchor>
      )}
    </>
  );
}

function Pay({ reference, bill }: { reference: string; bill: BillFacts }) {
  const { user } = useSession();
  const path = `/bill/${reference}`;
  if (user === null) {
    return (
      <>
        <Text>
          You need an account to pay, so you can keep the receipt. It takes a minute, and the money goes straight to the business that sent
          this bill.
        </Text>
        <Actions>
          <ButtonLink to="/register" search={{ redirect: path }} variant="primary">
            Sign up to pay
          </ButtonLink>
          <ButtonLink to="/login" search={{ redirect: path }}>
            Sign in
          </ButtonLink>
        </Actions>
      </>
    );
  }
  if (user.role !== "user") {
    return <Alert tone="info" title="You are signed in as a merchant. Please sign in with the account that pays." />;
  }
  return <PayButton reference={reference} bill={bill} />;
}

/** Opens the checkout in a popup, and then the page that waits for the payment. */
function PayButton({ reference, bill }: { reference: string; bill: BillFacts }) {
  const navigate = useNavigate();
  const pay = trpc.payments.payBill.useMutation({
    onSuccess: async ({ paymentId, checkoutURL }) => {
      const isShown = checkoutWindows.show(checkoutURL, checkoutURL);
      await navigate({ to: "/payment-pending", search: { payment: paymentId }, state: { checkoutBlocked: !isShown } });
    },
    onError: () => checkoutWindows.drop(),
  });
  return (
    <>
      <Actions>
        <Button
          variant="primary"
          busy={pay.isPending}
          onClick={() => {
            checkoutWindows.prepare();
            pay.mutate({ reference });
          }}
        >
          Pay {formatUsd(centsOf(bill.amount))}
        </Button>
      </Actions>
      {pay.error && <FieldError>{errorMessage(pay.error)}</FieldError>}
    </>
  );
}
