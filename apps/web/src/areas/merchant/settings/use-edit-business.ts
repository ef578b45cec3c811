import { errorMessage } from "../../../lib/api-error.ts";
import { type Inputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { toast } from "../../../ui/toast-manager.ts";

/** Saves what was changed about the business; answers null, or the sentence that says why it did not work. */
export function useEditBusiness(): (edit: Inputs["merchant"]["editBusiness"]) => Promise<string | null> {
  const utils = trpc.useUtils();
  return async (edit) => {
    try {
      const business = await trpcClient.merchant.editBusiness.mutate(edit);
      utils.merchant.business.setData(undefined, business);
      void Promise.all([utils.auth.me.invalidate(), utils.merchant.invalidate()]);
      toast.success("Business information updated successfully");
      return null;
    } catch (error) {
      return errorMessage(error, "Failed to update business information");
    }
  };
}
