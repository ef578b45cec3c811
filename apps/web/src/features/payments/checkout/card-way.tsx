import { formatUsdc } from "@hearth/domain/money";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Actions, Button } from "../../../ui/button.tsx";
import { Listening } from "../../../ui/listening.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Text } from "../../../ui/typography.tsx";
import { useLinkedExchange } from "../../wallet/use-wallet-status.ts";
import { BlockedOnramp } from "../funding/blocked-onramp.tsx";
import { useOnrampWindow } from "../funding/use-onramp-window.ts";
import { PurchaseNote } from "../funding/purchase-note.tsx";
import type { CheckoutView } from "./checkout-stage.ts";
import styles from "./checkout.module.css";

/** Pays by card or bank: the onramp sells exactly the requested amount and sends it to the merchant. */
export function CardWay({ reference, view }: { reference: string; view: CheckoutView }) {
  const utils = trpc.useUtils();
  const hasExchange = useLinkedExchange();
  const buy = trpc.payments.buyAtCheckout.useMutation();
  const onramp = useOnrampWindow({
    subject: reference,
    start: () => buy.mutateAsync({ reference }),
    onReturn: () => void utils.payments.checkout.invalidate({ reference }),
  });
  const { state, blockedUrl, open, followed } = onramp;
  const isFresh = state === "ready" || state === "opening";
  return (
    <div className={styles.panel}>
      <Text>
        Coinbase sells you exactly {formatUsdc(BigInt(view.usdcUnits))} USDC and sends it to {view.merchant}. Its fees come on top. For more
        than $500, pay from a bank account. Card limits are lower.
        {hasExchange && " Sign in there to the Coinbase account that you linked."}
      </Text>
      {buy.error && <Alert tone="bad" title={errorMessage(buy.error)} announce />}
      <PurchaseNote purchase={view.purchase} isWindowClosed={state === "closed"} networkLabel={view.networkLabel} />
      {state === "blocked" && blockedUrl !== null ? (
        <BlockedOnramp onrampUrl={blockedUrl} onFollowed={followed} />
      ) : (
        <Actions>
          {state === "open" ? (
            <Button size="large" onClick={() => onramp.focus()}>
              Show the window
            </Button>
          ) : (
            <Button variant={isFresh ? "primary" : "plain"} size="large" busy={state === "opening"} onClick={open}>
              {isFresh ? "Continue to Coinbase" : "Reopen window"}
            </Button>
          )}
        </Actions>
      )}
      {!isFresh && <Listening>Watching {view.networkLabel} for your purchase</Listening>}
    </div>
  );
}
