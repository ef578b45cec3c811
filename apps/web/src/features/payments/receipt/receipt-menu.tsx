import { BadgeCheck, ChevronDown, Download, FileCheck, FileText, Share2 } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu, MenuAction, MenuLink } from "../../../ui/menu.tsx";
import type { PaymentDetail } from "../use-live-payment.ts";
import { downloadText, saveBase64 } from "../../../lib/download.ts";
import { receiptFileName, receiptText } from "./receipt-text.ts";
import { paymentName, type ListedPayment } from "../payment-columns.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpcClient } from "../../../lib/trpc.ts";
import { toast } from "../../../ui/toast-manager.ts";

/** Menu to save the receipt of a completed payment as PDF or text. */
export function ReceiptMenu({ payment }: { payment: PaymentDetail }) {
  const pdf = useReceiptPdf(payment.id);
  const saveText = () => downloadText(receiptFileName(payment), receiptText(payment));
  return (
    <Menu
      side="top"
      trigger={
        <Button busy={pdf.isBusy}>
          Save receipt
          <Icon icon={ChevronDown} />
        </Button>
      }
    >
      <MenuAction icon={Download} onSelect={pdf.save}>
        PDF
      </MenuAction>
      <MenuAction icon={FileText} onSelect={saveText}>
        Text file
      </MenuAction>
      <MenuAction icon={FileCheck} onSelect={() => void saveSigned(payment.id)}>
        Signed file, to be checked by others
      </MenuAction>
    </Menu>
  );
}

/** Menu to show the receipt of a completed payment to somebody else, who can check the signed file without an account. */
export function ProofMenu({ payment }: { payment: PaymentDetail }) {
  const share = useSharedReceipt(payment);
  return (
    <Menu
      side="top"
      trigger={
        <Button>
          Share and verify
          <Icon icon={ChevronDown} />
        </Button>
      }
    >
      {share && (
        <MenuAction icon={Share2} onSelect={share}>
          Share the PDF
        </MenuAction>
      )}
      <MenuAction icon={FileCheck} onSelect={() => void saveSigned(payment.id)}>
        Signed file, to be checked by others
      </MenuAction>
      {/* A full page load, because only the policy of /verify allows requests to a node that the visitor names */}
      <MenuLink icon={BadgeCheck} link={<a href="/verify">Check a signed file</a>}>
        Check a signed file
      </MenuLink>
    </Menu>
  );
}

/** Returns a function that opens the device's own share sheet with the receipt as PDF, or null where the browser cannot share files. */
function useSharedReceipt({ id: paymentId, description }: PaymentDetail): (() => void) | null {
  const probe = new File([], "receipt.pdf", { type: "application/pdf" });
  if (typeof navigator.canShare !== "function" || !navigator.canShare({ files: [probe] })) return null;
  const share = async () => {
    try {
      const { fileName, pdf } = await trpcClient.payments.receipt.query({ paymentId });
      const file = new File([Uint8Array.from(atob(pdf), (char) => char.charCodeAt(0))], fileName, { type: "application/pdf" });
      await navigator.share({ title: description, files: [file] });
    } catch (error) {
      // Closing the share sheet is no failure
      if (error instanceof DOMException && error.name === "AbortError") return;
      toast.failure(errorMessage(error, "The receipt could not be shared. Please try again."));
    }
  };
  return () => void share();
}

/** Saves the signed receipt, which anybody can verify at /verify. Shows errors in a toast. */
async function saveSigned(paymentId: string): Promise<void> {
  try {
    const { fileName, document } = await trpcClient.records.receipt.query({ paymentId });
    downloadText(fileName, document, "application/json");
  } catch (error) {
    toast.failure(errorMessage(error, "The receipt could not be made. Please try again."));
  }
}

/** Button that saves the receipt of a listed payment as PDF. Renders nothing until the payment is completed. */
export function ReceiptIcon({ payment }: { payment: ListedPayment }) {
  const { save, isBusy } = useReceiptPdf(payment.id);
  if (payment.status !== "completed") return null;
  return <IconButton icon={Download} label={`Save the receipt of ${paymentName(payment)} as PDF`} disabled={isBusy} onClick={save} />;
}

/** Fetches the receipt of a payment as PDF and saves it. Shows errors in a toast. */
export function useReceiptPdf(paymentId: string): { save: () => void; isBusy: boolean } {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { fileName, pdf } = await trpcClient.payments.receipt.query({ paymentId });
      saveBase64({ fileName, mediaType: "application/pdf", content: pdf });
    } catch (error) {
      toast.failure(errorMessage(error, "The receipt could not be made. Please try again."));
    }
    setBusy(false);
  };
  return { save: () => void save(), isBusy };
}
