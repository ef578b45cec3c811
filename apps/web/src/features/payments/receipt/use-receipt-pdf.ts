import { useState } from "react";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpcClient } from "../../../lib/trpc.ts";
import { toast } from "../../../ui/toast-manager.ts";
import { saveFile } from "../../../lib/download.ts";

/** Asks the server for the receipt of a payment as PDF and saves it; what goes wrong is said in a toast. */
export function useReceiptPdf(paymentId: string): { save: () => void; isBusy: boolean } {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { fileName, pdf } = await trpcClient.payments.receipt.query({ paymentId });
      const bytes = Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0));
      saveFile(fileName, new Blob([bytes], { type: "application/pdf" }));
    } catch (error) {
      toast.failure(errorMessage(error, "The receipt could not be made. Please try again."));
    }
    setBusy(false);
  };
  return { save: () => void save(), isBusy };
}
