import { formatUsdc } from "@hearth/domain/money";
import { errorMessage } from "../../lib/api-error.ts";
import { Actions, Button } from "../../ui/button.tsx";
import { Listening } from "../../ui/listening.tsx";
import { Note } from "../../ui/note.tsx";
import { Text } from "../../ui/words.tsx";
import type { CheckoutView } from "./checkout-stage.ts";
import styles from "./checkout.module.css";
import { useOnrampWindow } from "./use-onramp-window.ts";

/** Paying by card or from a bank: the onramp sells exactly what is asked for and sends it to the merchant. */
export function CardWay({ reference, view }: { reference: string; view: CheckoutView }) {
  const { state, open, isOpening, error } = useOnrampWindow(reference);
  return (
    <div className={styles.panel}>
      <Text>
        Coinbase sells you exactly {formatUsdc(BigInt(view.usdcUnits))} USDC and sends it to {view.merchant}. Its fees come on top. Above
        $500 a bank account is the way; cards are limited.
      </Text>
      {error && <Note tone="bad" title={errorMessage(error, "Failed to load payment processor")} announce />}
      {state === "closed" && (
        <Note title="The window was closed" announce>
          If you have paid, this page shows it as soon as {view.networkLabel} does. If you have not, no money has moved.
        </Note>
      )}
      <Actions>
        <Button look={state === "ready" ? "primary" : "plain"} size="large" busy={isOpening} onClick={open}>
          {state === "ready" ? "Continue to Coinbase" : "Open again"}
        </Button>
      </Actions>
      {state !== "ready" && <Listening>Watching {view.networkLabel} for your purchase</Listening>}
    </div>
  );
}
