import { centsToDecimal } from "@hearth/domain/money";
import type { ReactNode } from "react";
import { centsOf } from "../../kit/cents.ts";
import { Amount } from "../../ui/amount.tsx";
import { DimensionLine } from "../../ui/dimension-line.tsx";
import { Time } from "../../ui/moment.tsx";
import { Card } from "../../ui/page.tsx";
import { Stack } from "../../ui/stack.tsx";
import { Text } from "../../ui/typography.tsx";
import type { Dispute } from "./use-disputes.ts";

interface DisputedAmountProps {
  dispute: Pick<Dispute, "amount" | "paymentId">;
  /** Sentence that names both parties. */
  sentence: string;
  /** Link to the payment. */
  link: ReactNode;
}

/** Shows the disputed amount to scale within the payment. */
export function DisputedAmount({ dispute: { amount, paymentId: payment }, sentence, link }: DisputedAmountProps) {
  const [disputed, all] = [centsOf(amount), centsOf(payment.amount)];
  return (
    <Card as="section" label="Disputed amount">
      <Stack>
        <div>
          <Text size="note">{sentence}</Text>
          <Amount cents={disputed} size={46} unit="USDC" />
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
