import { formatUsd } from "@hearth/domain/money";
import { useNavigate } from "@tanstack/react-router";
import { centsOf } from "../../kit/cents.ts";
import { errorMessage } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { TextAnchor } from "../../ui/text-anchor.tsx";
import { checkoutWindows } from "./setup/use-create-checkout.ts";
import type { PaymentDetail } from "./use-live-payment.ts";

export type Short = NonNullable<PaymentDetail["short"]>;

/** Says how much of a payment has arrived and how much is missing. The server calculated both. */
export function shortSentence(amount: number, { received, missing }: Short): string {
  const [requestedAmount, receivedAmount, missingAmount] = [amount, received, missing].map((dollars) => formatUsd(centsOf(dollars)));
  return `${receivedAmount} of ${requestedAmount} has arrived. ${missingAmount} is missing.`;
}

/** Label of the button that opens the checkout for the missing amount. */
export function payMissing({ missing }: Pick<Short, "missing">): string {
  return `Pay the missing ${formatUsd(centsOf(missing))}`;
}

interface TopUpButtonProps extends Pick<ButtonProps, "variant" | "size"> {
  paymentId: string;
  short: Short;
}

/**
 * Opens the checkout for the missing amount in a popup, and then the page that waits for the payment. A second click reopens the same
 * checkout. If the popup was blocked, the page stays and links to the checkout.
 */
export function TopUpButton({ paymentId, short, ...look }: TopUpButtonProps) {
  const navigate = useNavigate();
  const topUp = trpc.payments.topUp.useMutation({
    onSuccess: ({ checkoutURL }) => {
      const isShown = checkoutWindows.show(checkoutURL, checkoutURL);
      if (isShown) void navigate({ to: "/payment-pending", search: { payment: paymentId } });
    },
    onError: () => checkoutWindows.drop(),
  });
  return (
    <>
      <Button
        {...look}
        busy={topUp.isPending}
        onClick={() => {
          checkoutWindows.prepare();
          topUp.mutate({ paymentId });
        }}
      >
        {payMissing(short)}
      </Button>
      {topUp.data && !checkoutWindows.isOpen(topUp.data.checkoutURL) && (
        <TextAnchor href={topUp.data.checkoutURL} target="_blank">
          Open the checkout here
        </TextAnchor>
      )}
      {topUp.error && <FieldError>{errorMessage(topUp.error)}</FieldError>}
    </>
  );
}
