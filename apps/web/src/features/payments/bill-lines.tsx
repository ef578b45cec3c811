import { shownBillLines } from "@hearth/domain/rent/pay-bills";
import { centsOf } from "../../kit/cents.ts";
import type { Outputs } from "../../lib/trpc.ts";
import { Amount } from "../../ui/amount.tsx";
import { Description, DescriptionList } from "../../ui/description-list.tsx";

type Bill = Outputs["payments"]["get"]["bill"];

/** Lists the bills that a payment pays, above their sum. Renders nothing without a lease. */
export function BillLines({ bill, tight = false }: { bill: Bill; tight?: boolean }) {
  const lines = bill === null ? [] : shownBillLines(bill);
  if (lines.length === 0) return null;
  return (
    <DescriptionList kind="right" tight={tight}>
      {lines.map(({ description, amount }, place) => (
        <Description key={`${place} ${description}`} label={description}>
          <Amount cents={centsOf(amount)} />
        </Description>
      ))}
    </DescriptionList>
  );
}
