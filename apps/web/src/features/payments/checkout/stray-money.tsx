import { lazy, Suspense } from "react";
import { OddMoney } from "../odd-money.tsx";
import type { CheckoutView } from "./checkout-stage.ts";

// Hardly ever there, so no checkout's first load carries it.
const OthersPaying = lazy(async () => ({ default: (await import("./others-paying.tsx")).OthersPaying }));

/** What else is there beside this checkout: money that does not settle it (too little, twice, or from a wallet that nobody has linked), and room-mates who pay too. */
export function StrayMoney({ reference, view }: { reference: string; view: CheckoutView }) {
  const isOpen = view.status !== "completed" && view.transfer === null;
  return (
    <>
      <OddMoney payment={view} />
      {isOpen && view.roommates.length + view.unrecognised > 0 && (
        <Suspense>
          <OthersPaying {...{ reference, view }} />
        </Suspense>
      )}
    </>
  );
}
