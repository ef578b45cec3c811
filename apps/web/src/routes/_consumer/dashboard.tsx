import { createFileRoute, redirect } from "@tanstack/react-router";
import { useState } from "react";
import { z } from "zod";
import { AddFundsDialog } from "../../features/payments/dashboard/add-funds-dialog.tsx";
import { Dashboard } from "../../features/payments/dashboard/dashboard.tsx";
import { WelcomeDialog } from "../../features/payments/dashboard/welcome-dialog.tsx";
import { PaymentDialog } from "../../features/payments/detail/payment-dialog.tsx";
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
  const [isAddingFunds, setAddingFunds] = useState(false);
  return (
    <>
      <Dashboard user={user} onAddFunds={() => setAddingFunds(true)} />
      <PaymentDialog paymentId={payment} onClose={() => void navigate({ search: {} })} />
      <AddFundsDialog open={isAddingFunds} onClose={() => setAddingFunds(false)} />
      <WelcomeDialog userId={user._id} />
    </>
  );
}
