import { Suspense } from "react";
import { CrumbLink } from "../../../kit/links.tsx";
import { afterPaint } from "../../../lib/loading/after-paint.ts";
import { useNothingSent } from "../../../lib/offline.ts";
import { Stack } from "../../../ui/stack.tsx";
import { UnprovenWallet } from "../../enrollment/unproven-wallet.tsx";
import { type CheckoutView, missingElsewhere } from "./checkout-stage.ts";
import { MissingMoney } from "./missing-money.tsx";
import type { PayWay } from "./pay-way.ts";
import { PayWaysSkeleton } from "./pay-ways-skeleton.tsx";
import { Payee } from "./payee.tsx";
import { StrayMoney } from "./stray-money.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";

/**
 * Loaded with the wallet libraries, which are larger than the rest of the page. The import starts after the payee, the amount and the
 * deadline are painted.
 */
const PayWays = lazyPart(async () => {
  await afterPaint();
  return (await import("./pay-ways.tsx")).PayWays;
});

interface OpenCheckoutProps {
  reference: string;
  view: CheckoutView;
  way: PayWay | undefined;
}

/** State of a checkout that can be paid: the wallet first, other methods behind links. */
export function OpenCheckout({ reference, view, way }: OpenCheckoutProps) {
  const short = missingElsewhere(view);
  useNothingSent(short === null && way === undefined);
  if (short) {
    return (
      <>
        <Payee view={view} title={`Pay ${view.merchant}`} />
        <Stack>
          <MissingMoney {...{ reference, view, short }} />
        </Stack>
      </>
    );
  }
  return (
    <>
      <Payee
        view={view}
        title={`${way === undefined || way === "card" ? "Pay" : "Send to"} ${view.merchant}`}
        crumb={way && <BackToWays reference={reference} />}
      />
      {!view.payeeProven && <UnprovenWallet merchant={view.merchant} />}
      <Stack>
        <StrayMoney reference={reference} view={view} />
        <Suspense fallback={<PayWaysSkeleton />}>
          <PayWays {...{ reference, view, way }} />
        </Suspense>
      </Stack>
    </>
  );
}

function BackToWays({ reference }: { reference: string }) {
  return (
    <CrumbLink to="/checkout/$reference" params={{ reference }} search={{}}>
      Other ways to pay
    </CrumbLink>
  );
}
