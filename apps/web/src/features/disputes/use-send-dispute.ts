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

/**
 * Files a dispute, or reopens a cancelled one and then saves the new text. Once it is open again, only the text is sent. Reports the upload
 * progress of the documents.
 */
export function useSendDispute(target: { paymentId: string; reopening: string | null }) {
  const [progress, setProgress] = useState<number | null>(null);
  const [isReopened, setReopened] = useState(false);
  const reopen = trpc.disputes.reopen.useMutation();

  async function send({ files, ...complaint }: Complaint): Promise<SendOutcome> {
    const { reason, amountCents, description } = complaint;
    const fields = { reason, amount: centsToDecimal(amountCents), ...(description !== "" && { description }) };
    const form = { fields, files, onProgress: files.length > 0 ? setProgress : undefined };
    if (files.length > 0) setProgress(0);
    let isOpen = isReopened;
    try {
      if (target.reopening === null) {
        const filed = { ...fields, paymentId: target.paymentId };
        await sendForm({ ...form, method: "POST", path: "/api/disputes/create", procedure: "disputes.file", fields: filed });
      } else {
        if (!isOpen) await reopen.mutateAsync({ disputeId: target.reopening });
        isOpen = true;
        setReopened(true);
        const path = `/api/disputes/${target.reopening}/update`;
        await sendForm({ ...form, method: "PUT", path, procedure: "disputes.update" });
      }
      return { ok: true };
    } catch (error) {
      const message = isOpen ? unsavedChanges(error) : failureOf(error, target.reopening !== null);
      return { ok: false, message, fields: error instanceof FormRefused ? error.fields : {} };
    } finally {
      setProgress(null);
    }
  }

  return { send, progress, isReopened };
}

/** The message when the dispute is open again and its new text was refused, or may have been lost. */
function unsavedChanges(error: unknown): string {
  if (error instanceof NoAnswer) return `Your dispute was reopened. ${error.message}`;
  const unsaved = "Your dispute was reopened, but your changes were not saved";
  return error instanceof FormRefused ? `${unsaved}: ${error.message}` : `${unsaved}. Please try again.`;
}

function failureOf(error: unknown, isReopening: boolean): string {
  const failed = isReopening ? "Failed to reopen dispute" : "Failed to submit dispute";
  if (error instanceof NoAnswer || isOutcomeUnknown(error)) return specifiedMessage(error, failed);
  if (isReopening) return failed;
  return error instanceof FormRefused ? `${failed}: ${error.message}` : failed;
}
