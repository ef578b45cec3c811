import { centsToDecimal } from "@hearth/domain/money";
import type { ReactNode } from "react";
import { centsOf } from "../../kit/cents.ts";
import { Amount } from "../../ui/amount.tsx";
import { DimensionLine } from "../../ui/dimension-line.tsx";
import { Time } from "../../ui/moment.tsx";
import { Card } from "../../ui/page.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Text } from "../../ui/typography.tsx";
import { OwedSince } from "./dispute-mark.tsx";
import type { Dispute } from "./use-disputes.ts";

interface DisputedAmountProps {
  dispute: Pick<Dispute, "amount" | "paymentId" | "userId" | "resolution" | "refund">;
  /** Name of the business, or "You" for the business itself. */
  business: string;
  /** Link to the payment. */
  link: ReactNode;
}

/** The headline of a dispute: the request while it is open, then the decision and what is still owed. */
function headline({ amount, userId, resolution, refund }: DisputedAmountProps["dispute"], business: string): [ReactNode, number] {
  const payer = `${userId.firstName} ${userId.lastName}`;
  const isOwn = business === "You";
  if (refund?.status === "owed") {
    const since = refund.owedSince !== null && (
      <>
        , since <OwedSince at={refund.owedSince} />
      </>
    );
    return [
      <>
        {business} {isOwn ? "owe" : "owes"} {payer}
        {since}
      </>,
      refund.stillOwed,
    ];
  }
  if (refund) return [`Approved: ${isOwn ? "you" : business} refunded ${payer}`, refund.amount];
  if (resolution?.result === "denied") return [`Denied: the payment stands. ${payer} had requested`, amount];
  if (resolution) return [`Approved: nothing to refund. ${payer} had requested`, amount];
  return [isOwn ? `${payer} requests` : `${payer} requests from ${business}`, amount];
}

/** Shows what a dispute is about or how it was decided, and the disputed amount to scale within the payment. */
export function DisputedAmount({ dispute, business, link }: DisputedAmountProps) {
  const { amount, paymentId: payment } = dispute;
  const [disputed, all] = [centsOf(amount), centsOf(payment.amount)];
  const [sentence, told] = headline(dispute, business);
  return (
    <Card as="section" label="Disputed amount">
      <Stack>
        <div>
          <Text size="note">{sentence}</Text>
          <Amount cents={centsOf(told)} size={46} unit="USDC" />
        </div>
        <DimensionLine
          parts={[
            { length: disputed, value: centsToDecimal(disputed), label: "disputed", kind: "hatched" },
            { length: all - disputed, value: centsToDecimal(all - disputed), label: "not disputed", kind: "plain" },
          ]}
        />
        <Text size="note" muted>
          {payment.description}, <Amount cents={all} />, <Time at={payment.createdAt} />. {link}
        </Text>
      </Stack>
    </Card>
  );
}
