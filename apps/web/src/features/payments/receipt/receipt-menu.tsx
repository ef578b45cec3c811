import { ChevronDown, Download, FileText } from "lucide-react";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Menu, MenuAction } from "../../../ui/menu.tsx";
import type { PaymentDetail } from "../use-live-payment.ts";
import { downloadText } from "../../../lib/download.ts";
import { receiptFileName, receiptText } from "./receipt-text.ts";
import { useReceiptPdf } from "./use-receipt-pdf.ts";

/** The receipt of a completed payment as a file, in either shape. */
export function ReceiptMenu({ payment }: { payment: PaymentDetail }) {
  const pdf = useReceiptPdf(payment.id);
  const saveText = () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    downloadText(receiptFileName(payment), receiptText(payment, timeZone));
  };
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
    </Menu>
  );
}
