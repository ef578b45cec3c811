import { Download } from "lucide-react";
import { IconButton } from "../../../ui/button.tsx";
import { paymentName, type ListedPayment } from "../payment-columns.tsx";
import { useReceiptPdf } from "./use-receipt-pdf.ts";

/** Saves the receipt of a listed payment as PDF; nothing while it is not completed. */
export function ReceiptIcon({ payment }: { payment: ListedPayment }) {
  const { save, isBusy } = useReceiptPdf(payment.id);
  if (payment.status !== "completed") return null;
  return <IconButton icon={Download} label={`Save the receipt of ${paymentName(payment)} as PDF`} disabled={isBusy} onClick={save} />;
}
