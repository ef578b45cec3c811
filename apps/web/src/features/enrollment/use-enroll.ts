import { combineAddress, type EnrollmentForm } from "@hearth/domain/merchants/inputs";
import { errorMessage, isNetworkError } from "../../lib/api-error.ts";
import { useIntention } from "../../lib/intention.ts";
import { session } from "../../lib/session.ts";
import { trpc } from "../../lib/trpc.ts";
import { toUserInfo } from "../auth/actions.ts";
import type { FormOutcome } from "../auth/outcome.ts";

/** Sends the enrollment form; on success the account is known to be enrolled everywhere. */
export function useEnroll(): (form: EnrollmentForm) => Promise<FormOutcome> {
  const utils = trpc.useUtils();
  const enroll = trpc.auth.completeEnrollment.useMutation();
  const intention = useIntention();

  return async (form) => {
    const { aptNumber, phoneNumber, selectedMerchantId } = form;
    const input = { address: combineAddress(form), phoneNumber, selectedMerchantId, ...(aptNumber === "" ? {} : { aptNumber }) };
    try {
      const account = await enroll.mutateAsync({ ...input, idempotencyKey: intention.keyFor(input) });
      intention.done();
      utils.auth.me.setData(undefined, account);
      session.updateUser(toUserInfo(account));
      return { ok: true };
    } catch (error) {
      if (isNetworkError(error)) return { ok: false, message: "Network error. Please try again." };
      return { ok: false, message: errorMessage(error, "Enrollment failed") };
    }
  };
}
