import { useNavigate } from "@tanstack/react-router";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { payMissing, type Short, shortSentence } from "../top-up.tsx";
import type { CheckoutView } from "./checkout-stage.ts";
import styles from "./checkout.module.css";

interface MissingMoneyProps {
  reference: string;
  view: Pick<CheckoutView, "amount" | "topUpOf" | "merchant">;
  short: Short;
}

/** Links an underpaid payment to a checkout for the missing amount, when this checkout asks for a different amount. */
export function MissingMoney({ reference, view, short }: MissingMoneyProps) {
  const navigate = useNavigate();
  const topUp = trpc.payments.topUpAtCheckout.useMutation({
    onSuccess: ({ checkoutURL }) => {
      void navigate({ to: "/checkout/$reference", params: { reference: checkoutURL.split("/").at(-1) ?? "" }, search: {} });
    },
  });
  return (
    <>
      <Alert tone="waiting" title={shortSentence(view.topUpOf ?? view.amount, short)}>
        What has arrived is in the wallet of {view.merchant} and counts. The payment completes when the rest has arrived too.
      </Alert>
      <div className={styles.center}>
        <Button variant="primary" size="large" busy={topUp.isPending} onClick={() => topUp.mutate({ reference })}>
          {payMissing(short)}
        </Button>
      </div>
      {topUp.error && <FieldError>{errorMessage(topUp.error)}</FieldError>}
    </>
  );
}
