import { createFileRoute, redirect } from "@tanstack/react-router";
import { z } from "zod";
import { Dashboard, WelcomeDialog } from "../../areas/consumer/dashboard/dashboard.tsx";
import { PaymentDialog } from "../../areas/consumer/payment/payment-dialog.tsx";
import { useCloseOver } from "../../lib/close-over.ts";
import { utils } from "../../lib/trpc.ts";
import { useTitle } from "../../lib/use-title.ts";

export const Route = createFileRoute("/_consumer/dashboard")({
  validateSearch: z.object({ payment: z.string().optional().catch(undefined) }),
  beforeLoad: ({ context }) => {
    if (context.user.role === "merchant") throw redirect({ to: "/merchant/dashboard", replace: true });
  },
  loader: () => {
    void utils.payments.dashboard.prefetch();
    void utils.auth.me.prefetch();
  },
  component: DashboardPage,
});

function DashboardPage() {
  useTitle("Dashboard");
  const { user } = Route.useRouteContext();
  const { payment } = Route.useSearch();
  const navigate = Route.useNavigate();
  const close = useCloseOver(() => void navigate({ search: {}, replace: true }));
  return (
    <>
      <Dashboard user={user} />
      <PaymentDialog paymentId={payment} onClose={close} />
      <WelcomeDialog userId={user._id} />
    </>
  );
}
