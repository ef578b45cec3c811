import { lazy, Suspense } from "react";
import { TextLink } from "../../../kit/links.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { OddMoney } from "../odd-money.tsx";
import type { CheckoutView } from "./checkout-stage.ts";

// Hardly ever there, so no checkout's first load carries it.
const Roommates = lazy(async () => ({ default: (await import("../roommates.tsx")).Roommates }));

/** What else is there beside this checkout: money that does not settle it (too little, twice, or from a wallet that nobody has linked), and room-mates who pay too. */
export function StrayMoney({ reference, view }: { reference: string; view: CheckoutView }) {
  const isOpen = view.status !== "completed" && view.transfer === null;
  return (
    <>
      <OddMoney payment={view} />
      {isOpen && view.roommates.length > 0 && (
        <Suspense>
          <Roommates roommates={view.roommates} />
        </Suspense>
      )}
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
