import { formatUsdc } from "@hearth/domain/money";
import type { ReactNode } from "react";
import { Amount } from "../../../ui/amount.tsx";
import { Dot, Text, Title } from "../../../ui/typography.tsx";
import { apartmentName } from "../../enrollment/address.ts";
import { centsOf } from "../../../kit/cents.ts";
import { BillLines } from "../bill-lines.tsx";
import type { CheckoutView } from "./checkout-stage.ts";
import styles from "./checkout.module.css";

interface PayeeProps {
  view: CheckoutView;
  /** The action and the payee: "Pay Juniper Court". */
  title: string;
  /** Link back, shown above. With it, the amount is smaller and the payment's details are omitted. */
  crumb?: ReactNode;
}

/** Shows the payee and the amount at the top of the checkout. */
export function Payee({ view, title, crumb }: PayeeProps) {
  const cents = centsOf(view.amount);
  return (
    <section className={styles.payee}>
      {crumb && <div className={styles.crumb}>{crumb}</div>}
      <Title size="smallest">{title}</Title>
      <p className={styles.amount}>
        <Amount steady cents={cents} size={crumb ? 46 : 68} unit={crumb ? "USDC" : undefined} />
      </p>
      {!crumb && <Terms view={view} />}
      {!crumb && <BillLines bill={shownBill(view)} tight />}
    </section>
  );
}

/** Returns the bill whose lines are worth showing: those that the description does not say already. */
function shownBill({ bill, description, amount }: CheckoutView): CheckoutView["bill"] {
  const [only, ...others] = bill?.lines ?? [];
  const isSaid = only !== undefined && others.length === 0 && only.amount === amount && description.startsWith(only.description);
  return isSaid ? null : bill;
}

function Terms({ view }: { view: CheckoutView }) {
  const place = view.place ?? (view.aptNumber && apartmentName(view.aptNumber));
  const isPlaceSaid = place !== null && view.description.endsWith(`, ${place}`);
  const isTelling = view.description !== `Payment to ${view.merchant}`;
  return (
    <Text muted as="div">
      {formatUsdc(BigInt(view.usdcUnits))} USDC on {view.networkLabel}
      {isTelling && (
        <>
          <Dot />
          {view.description}
        </>
      )}
      {place && !isPlaceSaid && (
        <>
          <Dot />
          {place}
        </>
      )}
    </Text>
  );
}
