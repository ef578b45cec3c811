import { formatUsd } from "@hearth/domain/money";
import { centsOf } from "../../../kit/cents.ts";
import { Permitted } from "../../../kit/permission.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Time } from "../../../ui/moment.tsx";
import type { PaymentRefunds } from "./use-refunds.ts";

interface AskPayerProps {
  asked: PaymentRefunds["asked"];
  onAsk: () => void;
  busy?: boolean;
  /** Why asking did not work. */
  failure?: string | undefined;
}

/** Stands where money has nowhere to go back to: since when its payer is asked for a wallet, or the button that asks. */
export function AskPayer({ asked, onAsk, busy = false, failure }: AskPayerProps) {
  const title = "The payer has to choose a wallet";
  if (asked !== null) {
    return (
      <Alert tone="waiting" title={title}>
        Asked on <Time at={asked.at} shape="minute" />, for {formatUsd(centsOf(asked.amount))}. This page continues once they have chosen
        one.
      </Alert>
    );
  }
  return (
    <Alert tone="waiting" title={title}>
      <p>It was not paid from a wallet that is known to be theirs, so nothing can be sent back yet.</p>
      <Permitted least="manager">
        <Button size="small" busy={busy} onClick={onAsk}>
          Ask the payer
        </Button>
      </Permitted>
      {failure !== undefined && <FieldError>{failure}</FieldError>}
    </Alert>
  );
}
