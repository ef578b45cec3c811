import { errorCode, errorMessage } from "../../lib/api-error.ts";
import { useIntention } from "../../lib/intention.ts";
import { trpc } from "../../lib/trpc.ts";
import { useRefreshDisputes } from "./use-disputes.ts";

/** Sends a response as the payer or the merchant; answers what went wrong, or null. `onSent` is called before what is shown is asked for again. */
export function useRespond(disputeId: string, onSent: () => void): (comment: string) => Promise<string | null> {
  const respond = trpc.disputes.comment.useMutation();
  const refresh = useRefreshDisputes();
  const intention = useIntention();
  return async (comment) => {
    try {
      await respond.mutateAsync({ disputeId, comment, idempotencyKey: intention.keyFor([disputeId, comment]) });
      intention.done();
      onSent();
      await refresh();
      return null;
    } catch (error) {
      if (errorCode(error) === "DISPUTE_NOT_OPEN") await refresh();
      return errorMessage(error, "Failed to submit response");
    }
  };
}
