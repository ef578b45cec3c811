import { errorCode, errorMessage } from "../../../lib/api-error.ts";
import { useIntention } from "../../../lib/intention.ts";
import { trpc } from "../../../lib/trpc.ts";

/** Sends a response as an administrator; answers what went wrong, or null. */
export function useAdminResponse(disputeId: string): (comment: string) => Promise<string | null> {
  const utils = trpc.useUtils();
  const respond = trpc.disputes.commentForAdmin.useMutation();
  const intention = useIntention();
  return async (comment) => {
    try {
      const changed = await respond.mutateAsync({ disputeId, comment, idempotencyKey: intention.keyFor([disputeId, comment]) });
      intention.done();
      utils.disputes.getForAdmin.setData({ disputeId }, changed);
      return null;
    } catch (error) {
      if (errorCode(error) === "DISPUTE_NOT_OPEN") await utils.disputes.getForAdmin.invalidate({ disputeId });
      return errorMessage(error, "Failed to submit response");
    }
  };
}
