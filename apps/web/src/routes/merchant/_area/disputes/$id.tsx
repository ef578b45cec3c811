import { createFileRoute } from "@tanstack/react-router";
import { DisputeDialog } from "../../../../areas/merchant/disputes/dispute-dialog.tsx";
import { useCloseRoutedDialog } from "../../../../lib/close-over.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/disputes/$id")({ component: OneDispute });

function OneDispute() {
  useTitle("Dispute");
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const close = useCloseRoutedDialog(() => void navigate({ to: "/merchant/disputes", search: true, replace: true }));
  return <DisputeDialog disputeId={id} onClose={close} />;
}
