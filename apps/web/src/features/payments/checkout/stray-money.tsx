import { TextLink } from "../../../kit/links.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { OddMoney } from "../odd-money.tsx";
import type { CheckoutView } from "./checkout-stage.ts";

/** Money that has arrived and does not settle this checkout: too little, twice, or from a wallet that nobody has linked. */
export function StrayMoney({ reference, view }: { reference: string; view: CheckoutView }) {
  const isOpen = view.status !== "completed" && view.transfer === null;
  return (
    <>
      <OddMoney payment={view} />
      {isOpen && view.unrecognised > 0 && (
        <Alert tone="waiting" title="A transfer of this amount arrived from a wallet that is not linked to your account.">
          If it is yours,{" "}
          <TextLink size="small" to="/smart-wallet-setup" search={{ from: `/checkout/${reference}` }}>
            link that wallet
          </TextLink>{" "}
          and it will be matched.
        </Alert>
      )}
    </>
  );
}
