import { errorCode } from "../../../lib/api-error.ts";
import { ButtonLink } from "../../../kit/links.tsx";
import { useTitle } from "../../../lib/use-title.ts";
import { Actions } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/empty.tsx";
import { Loading, Skeleton } from "../../../ui/skeleton.tsx";
import { VisuallyHidden, Text } from "../../../ui/typography.tsx";
import { CheckoutShell } from "../../../kit/shell/checkout-shell.tsx";
import { WindowMessage } from "../../../kit/shell/window-message.tsx";
import { Checkout } from "./checkout.tsx";
import styles from "./checkout.module.css";
import type { PayWay } from "./pay-way.ts";
import { useCheckout } from "./use-checkout.ts";
import { TimeZoneContext } from "../../../ui/time-zone.ts";

interface CheckoutPageProps {
  reference: string;
  way: PayWay | undefined;
}

/** Hosted checkout page. Anybody with its address can pay, signed in or not. */
export function CheckoutPage({ reference, way }: CheckoutPageProps) {
  const checkout = useCheckout(reference);
  useTitle(checkout.data ? `Pay ${checkout.data.merchant}` : "Checkout");
  const { data: view, dataUpdatedAt: heardAt, isError } = checkout;
  if (view) {
    return (
      <TimeZoneContext value={view.timeZone}>
        <Checkout {...{ reference, view, heardAt, way }} isAway={isError} />
      </TimeZoneContext>
    );
  }
  const code = errorCode(checkout.error);
  if (code === "NOT_FOUND" || code === "VALIDATION") return <NoCheckout />;
  if (!isError) return <CheckoutSkeleton />;
  return (
    <CheckoutShell>
      <VisuallyHidden as="h1">Checkout</VisuallyHidden>
      <div className={styles.payee}>
        <ErrorState onRetry={() => void checkout.refetch()} busy={checkout.isFetching}>
          The checkout could not be loaded.
        </ErrorState>
      </div>
    </CheckoutShell>
  );
}

function NoCheckout() {
  return (
    <WindowMessage title="This checkout does not exist">
      <Text muted>Its address may be incomplete. Please open it again from where it was given to you.</Text>
      <Actions>
        <ButtonLink to="/">Go Home</ButtonLink>
      </Actions>
    </WindowMessage>
  );
}

function CheckoutSkeleton() {
  return (
    <CheckoutShell>
      <Loading label="Loading the checkout">
        <div className={styles.payee}>
          <Skeleton width="14rem" height="1.25rem" />
          <p className={styles.amount}>
            <Skeleton width="16rem" height="3.5rem" />
          </p>
          <Skeleton width="12rem" />
        </div>
        <Skeleton width="100%" height="13rem" />
      </Loading>
    </CheckoutShell>
  );
}
