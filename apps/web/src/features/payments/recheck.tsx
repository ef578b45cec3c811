import { errorMessage } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { FieldError } from "../../ui/field.tsx";
import { Alert } from "../../ui/alert.tsx";

/** Asks the server to look for a payment's money now; what it finds is shown wherever the payment is. */
export function useRecheck(paymentId: string) {
  const utils = trpc.useUtils();
  const recheck = trpc.payments.recheck.useMutation({
    onSuccess: (payment) => utils.payments.get.setData({ paymentId }, payment),
  });
  return {
    check: () => recheck.mutate({ paymentId }),
    busy: recheck.isPending,
    /** The last look found nothing. */
    stillNothing: recheck.isSuccess && recheck.data.status !== "completed" && recheck.data.transfer === null,
    failure: recheck.error ? errorMessage(recheck.error, "The status could not be checked. Please try again.") : null,
  };
}

/** What the last look for a payment's money came to, where it found none. */
export function RecheckOutcome({ recheck: { stillNothing, failure } }: { recheck: ReturnType<typeof useRecheck> }) {
  return (
    <>
      {stillNothing && <Alert announce title="The network was asked just now, and no money for this payment has arrived." />}
      {failure && <FieldError>{failure}</FieldError>}
    </>
  );
}
