import { createFileRoute } from "@tanstack/react-router";
import { OwnDisputes } from "../../areas/consumer/disputes/own-disputes.tsx";
import { paymentSearch } from "../../features/payments/payment-search.ts";
import { useCloseRoutedDialog } from "../../lib/close-over.ts";
import { LazyOverlay } from "../../lib/loading/lazy-overlay.tsx";
import { useFetchWhenIdle } from "../../lib/loading/use-fetch-when-idle.ts";
import { useTitle } from "../../lib/use-title.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";

const PaymentDialog = lazyPart(async () => (await import("../../areas/consumer/payment/payment-dialog.tsx")).PaymentDialog);

export const Route = createFileRoute("/_consumer/disputes")({ validateSearch: paymentSearch, component: OwnDisputesPage });

function OwnDisputesPage() {
  useTitle("Disputes");
  useFetchWhenIdle(PaymentDialog);
  const { payment } = Route.useSearch();
  const navigate = Route.useNavigate();
  const close = useCloseRoutedDialog(() => void navigate({ search: {}, replace: true }));
  return (
    <>
      <OwnDisputes />
      <LazyOverlay open={payment !== undefined}>
        <PaymentDialog paymentId={payment} onClose={close} />
      </LazyOverlay>
    </>
  );
}
