import { Button } from "../../../ui/button.tsx";
import { ButtonLink } from "../../../kit/links.tsx";
import { useSession } from "../../../lib/session.ts";
import { Description, DescriptionList } from "../../../ui/description-list.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { Text } from "../../../ui/typography.tsx";
import type { CheckoutView } from "./checkout-stage.ts";
import styles from "./checkout.module.css";
import { MissingMoney } from "./missing-money.tsx";
import { Payee } from "./payee.tsx";
import type { Short } from "../top-up.tsx";
import { isPopup } from "./popup.ts";
import { StrayMoney } from "./stray-money.tsx";

interface EndedProps {
  reference: string;
  view: CheckoutView;
}

/** State after payment: status, time and transaction, and the link to the receipt. */
export function Completed({ reference, view }: EndedProps) {
  const { authToken } = useSession();
  const paid = view.timeline.findLast(({ type }) => type === "completed");
  const odd = view.oddity === "none" ? undefined : view.oddity;
  return (
    <>
      <Payee view={view} title={`Paid ${view.merchant}`} />
      <Stack wide>
        <DescriptionList kind="right" ruled tight>
          <Description label="Status">
            <Status kind="payment" value="completed" odd={odd} />
          </Description>
          <Description label="Confirmed">{paid && <Time at={paid.at} shape="minute" />}</Description>
          <Description label="Transaction">
            {view.transfer && <Paid by={view.parts.length === 0 ? [view.transfer] : view.parts} />}
          </Description>
        </DescriptionList>
        <StrayMoney reference={reference} view={view} />
        <WayOut
          to={authToken === null ? "/" : `/payment-success?payment=${view.paymentId}`}
          label={authToken === null ? "Go to Hearth" : "View receipt"}
          closesItself
        />
      </Stack>
    </>
  );
}

function Paid({ by }: { by: CheckoutView["parts"] }) {
  return by.map(({ txHash, explorerUrl }) => <Hash key={txHash} value={txHash} shape="list" explorerUrl={explorerUrl ?? undefined} />);
}

/** State after the checkout was cancelled or expired without money. */
export function EndedUnpaid({ reference, view }: EndedProps) {
  const { authToken } = useSession();
  const isCancelled = view.status === "cancelled";
  if (view.short !== null) return <EndedShort {...{ reference, view }} short={view.short} />;
  return (
    <>
      <Payee view={view} title={isCancelled ? `Payment to ${view.merchant} cancelled` : `Checkout for ${view.merchant} expired`} />
      <Stack wide>
        <DescriptionList kind="right" ruled tight>
          <Description label="Status">
            <Status kind="payment" value={view.status} />
          </Description>
        </DescriptionList>
        <Text>
          {isCancelled ? "This payment was cancelled. " : "The 10 minutes of this checkout are over. "}
          Nothing was paid. If you already sent the money, it will still be counted.
        </Text>
        <StrayMoney reference={reference} view={view} />
        <WayOut
          to={authToken === null ? "/" : "/payment"}
          label={authToken === null ? "Go to Hearth" : "Make another payment"}
          closesItself={isCancelled}
        />
      </Stack>
    </>
  );
}

/** State after the checkout ended with a partial payment. The missing amount can be paid at another checkout. */
function EndedShort({ reference, view, short }: EndedProps & { short: Short }) {
  const why = view.status === "cancelled" ? "was closed" : "has expired";
  return (
    <>
      <Payee view={view} title={`This checkout for ${view.merchant} ${why}`} />
      <Stack wide>
        <MissingMoney {...{ reference, view, short }} />
      </Stack>
    </>
  );
}

/** Leaves the checkout: closes the window if Hearth opened it, otherwise shows a link. */
function WayOut({ to, label, closesItself }: { to: string; label: string; closesItself: boolean }) {
  if (!isPopup()) {
    return (
      <div className={styles.center}>
        <ButtonLink variant="primary" size="large" wide to={to}>
          {label}
        </ButtonLink>
      </div>
    );
  }
  return (
    <div className={styles.center}>
      <Button variant="primary" size="large" wide onClick={() => window.close()}>
        Close window
      </Button>
      {closesItself && <Text muted>It closes automatically in a moment.</Text>}
    </div>
  );
}
