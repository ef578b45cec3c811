import { Suspense } from "react";
import { OddMoney } from "../odd-money.tsx";
import type { CheckoutView } from "./checkout-stage.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";

// Loaded on demand, because it is rarely needed.
const OthersPaying = lazyPart(async () => (await import("./others-paying.tsx")).OthersPaying);

/** Shows money that does not settle this checkout (too little, twice, or from an unlinked wallet), and roommates who are paying too. */
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
