import { createFileRoute } from "@tanstack/react-router";
import { z } from "zod";
import { PaymentDialog } from "../../features/payments/detail/payment-dialog.tsx";
import { PaymentHistory } from "../../features/payments/history/payment-history.tsx";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/payment-history")({
  validateSearch: z.object({ payment: z.string().optional().catch(undefined) }),
  component: HistoryPage,
});

function HistoryPage() {
  useTitle("Payment history");
  const { payment } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <>
      <PaymentHistory />
      <PaymentDialog paymentId={payment} onClose={() => void navigate({ search: {} })} />
    </>
  );
}
