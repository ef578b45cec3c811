import { errorMessage } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { toast } from "../../ui/toast-manager.ts";

/** Says no to another payout wallet that waits. */
export function useStopChange() {
  const utils = trpc.useUtils();
  return trpc.merchant.stopPayoutChange.useMutation({
    onSuccess: (business) => {
      utils.merchant.business.setData(undefined, business);
      toast.success("The change is stopped. Your payouts stay where they are.");
    },
    onError: (error) => toast.failure(errorMessage(error, "The change could not be stopped. Please try again.")),
    onSettled: () => utils.merchant.invalidate(),
  });
}
