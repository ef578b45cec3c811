import { centsToDecimal } from "@hearth/domain/money";
import { useState } from "react";
import { isOutcomeUnknown, NoAnswer, specifiedMessage } from "../../lib/api-error.ts";
import { FormRefused, sendForm } from "../../lib/send-form.ts";
import { trpc } from "../../lib/trpc.ts";

/** The payer's statement and documents. */
export interface Complaint {
  reason: string;
  amountCents: number;
  description: string;
  files: File[];
}

export type SendOutcome = { ok: true } | { ok: false; message: string; fields: Record<string, string> };

/** Files a dispute, or reopens a cancelled one with the new text. Reports the upload progress of the documents. */
export function useSendDispute(target: { paymentId: string; reopening: string | null }) {
  const [progress, setProgress] = useState<number | null>(null);
  const reopen = trpc.disputes.reopen.useMutation();

  async function send({ files, ...complaint }: Complaint): Promise<SendOutcome> {
    const { reason, amountCents, description } = complaint;
    const fields = { reason, amount: centsToDecimal(amountCents), ...(description !== "" && { description }) };
    const form = { fields, files, onProgress: files.length > 0 ? setProgress : undefined };
    if (files.length > 0) setProgress(0);
    try {
      if (target.reopening === null) {
        const filed = { ...fields, paymentId: target.paymentId };
        await sendForm({ ...form, method: "POST", path: "/api/disputes/create", procedure: "disputes.file", fields: filed });
      } else {
        await reopen.mutateAsync({ disputeId: target.reopening });
        const path = `/api/disputes/${target.reopening}/update`;
        await sendForm({ ...form, method: "PUT", path, procedure: "disputes.update" }).catch(warnOnly);
      }
      return { ok: true };
    } catch (error) {
      return { ok: false, message: failureOf(error, target.reopening !== null), fields: error instanceof FormRefused ? error.fields : {} };
    } finally {
      setProgress(null);
    }
  }

  return { send, progress };
}

/** The dispute is open again, so a failure to save its changes is only logged. */
function warnOnly(error: unknown): void {
  console.warn("The dispute was reopened, but its changes were not saved.", error);
}

function failureOf(error: unknown, isReopening: boolean): string {
  const failed = isReopening ? "Failed to reopen dispute" : "Failed to submit dispute";
  if (error instanceof NoAnswer || isOutcomeUnknown(error)) return specifiedMessage(error, failed);
  if (isReopening) return failed;
  return error instanceof FormRefused ? `${failed}: ${error.message}` : failed;
}
