import { formatUsd } from "@hearth/domain/money";
import type { UnknownDestination } from "@hearth/domain/refunds/destination";
import { centsOf } from "../../../kit/cents.ts";
import { Permitted } from "../../../kit/permission.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { Time } from "../../../ui/moment.tsx";
import type { PaymentRefunds } from "./use-refunds.ts";

const reasons: Record<UnknownDestination, string> = {
  severalWallets: "Several wallets paid this, and none of them is known to be theirs.",
  notTheirs: "It was not paid from a wallet that is known to be theirs.",
};

interface AskPayerProps {
  refunds: Pick<PaymentRefunds, "asked" | "payer" | "unknown">;
  onAsk: () => void;
  busy?: boolean;
  /** Error of the last request. */
  failure?: string | undefined;
}

/** Says why a refund cannot be sent yet, and since when the payer is asked for a wallet, or offers to ask. */
export function AskPayer({ refunds: { asked, payer, unknown }, onAsk, busy = false, failure }: AskPayerProps) {
  return (
    <Alert tone="waiting" title={`${payer} has to prove a wallet first`}>
      <p>{reasons[unknown ?? "notTheirs"]} Nothing is sent before, and nothing is lost: the money stays in your wallet.</p>
      {asked === null ? (
        <Permitted least="manager" whileSuspended>
          <Button size="small" busy={busy} onClick={onAsk}>
            Ask the payer
          </Button>
        </Permitted>
      ) : (
        <p>
          {payer} was asked on <Time at={asked.at} shape="minute" />, for {formatUsd(centsOf(asked.amount))}. This page continues once they
          have proven one.
        </p>
      )}
      {failure !== undefined && <FieldError>{failure}</FieldError>}
    </Alert>
  );
}
