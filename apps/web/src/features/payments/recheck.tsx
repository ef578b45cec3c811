import { errorMessage } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { FieldError } from "../../ui/field.tsx";
import { Alert } from "../../ui/alert.tsx";

/** Asks the server to look for a payment's money now. The result updates the cached payment. */
export function useRecheck(paymentId: string) {
  const utils = trpc.useUtils();
  const recheck = trpc.payments.recheck.useMutation({
    onSuccess: (payment) => utils.payments.get.setData({ paymentId }, payment),
  });
  return {
    check: () => recheck.mutate({ paymentId }),
    busy: recheck.isPending,
    /** True if the last check found nothing. */
    stillNothing: recheck.isSuccess && recheck.data.status !== "completed" && recheck.data.transfer === null,
    failure: recheck.error ? errorMessage(recheck.error, "The status could not be checked. Please try again.") : null,
  };
}

/** Shows the result of the last check for a payment's money, if it found none. */
export function RecheckOutcome({ recheck: { stillNothing, failure } }: { recheck: ReturnType<typeof useRecheck> }) {
  return (
    <>
      {stillNothing && <Alert announce title="The network was asked just now, and no money for this payment has arrived." />}
      {failure && <FieldError>{failure}</FieldError>}
    </>
  );
}
