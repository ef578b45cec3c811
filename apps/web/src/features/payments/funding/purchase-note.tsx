import { Alert } from "../../../ui/alert.tsx";
import type { PaymentDetail } from "../use-live-payment.ts";

interface PurchaseNoteProps {
  purchase: PaymentDetail["purchase"];
  isWindowClosed: boolean;
  networkLabel: string;
}

/** Shows what is known about a purchase whose money was not seen: the onramp's report, or that its window was closed. */
export function PurchaseNote({ purchase, isWindowClosed, networkLabel }: PurchaseNoteProps) {
  if (purchase?.state === "failed") {
    return (
      <Alert tone="bad" title="Coinbase declined the purchase" announce>
        No money has moved. You can try again, with another card or from your bank.
      </Alert>
    );
  }
  if (purchase?.state === "inProgress" || purchase?.state === "succeeded") {
    return (
      <Alert tone="good" title="Coinbase has your purchase" announce>
        Please do not buy a second time. A card takes a few minutes; a bank transfer can take some days, and counts whenever it arrives.
      </Alert>
    );
  }
  if (!isWindowClosed) return null;
  return (
    <Alert title="The window was closed" announce>
      If you have paid, this page shows it as soon as {networkLabel} does. If you have not, no money has moved.
    </Alert>
  );
}
