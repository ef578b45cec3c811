import { createFileRoute, redirect } from "@tanstack/react-router";
import { LazyOverlay } from "../../lib/loading/lazy-overlay.tsx";
import { paymentSearch } from "../../features/payments/payment-search.ts";
import { Dashboard } from "../../areas/consumer/dashboard/dashboard.tsx";
import { useCloseRoutedDialog } from "../../lib/close-over.ts";
import { prefetch } from "../../lib/server.ts";
import { useFetchWhenIdle } from "../../lib/loading/use-fetch-when-idle.ts";
import { useTitle } from "../../lib/use-title.ts";
import { welcomeFlag } from "../../features/auth/welcome-flag.ts";
import { useState } from "react";
import { lazyPart } from "../../ui/lazy-part.tsx";

const WelcomeDialog = lazyPart(async () => (await import("../../areas/consumer/dashboard/welcome-dialog.tsx")).WelcomeDialog);
const PaymentDialog = lazyPart(async () => (await import("../../areas/consumer/payment/payment-dialog.tsx")).PaymentDialog);

export const Route = createFileRoute("/_consumer/dashboard")({
  validateSearch: paymentSearch,
  beforeLoad: ({ context }) => {
    if (context.user.role === "merchant") throw redirect({ to: "/merchant/dashboard", replace: true });
  },
  loader: () =>
    prefetch(({ utils: { payments, auth, rent, refunds, autopay, disputes } }) =>
      Promise.all([
        payments.dashboard.prefetch(),
        auth.me.prefetch(),
        rent.mine.prefetch(),
        auth.emailStanding.prefetch(),
        refunds.asked.prefetch(),
        autopay.mine.prefetch(),
        // As `openDisputes`, which is loaded with the page
        disputes.list.prefetch({ status: "open", limit: 3 }),
      ]),
    ),
  component: DashboardPage,
});

function DashboardPage() {
  useTitle("Dashboard");
  useFetchWhenIdle(PaymentDialog);
  const { user } = Route.useRouteContext();
  const { payment } = Route.useSearch();
  const navigate = Route.useNavigate();
  const close = useCloseRoutedDialog(() => void navigate({ search: {}, replace: true }));
  const [isWelcome, setWelcome] = useState(() => welcomeFlag.isDue(user._id));

  function endWelcome() {
    welcomeFlag.lower(user._id);
    setWelcome(false);
  }

  return (
    <>
      <Dashboard user={user} />
      <LazyOverlay open={payment !== undefined}>
        <PaymentDialog paymentId={payment} onClose={close} />
      </LazyOverlay>
      <LazyOverlay open={isWelcome}>
        <WelcomeDialog open={isWelcome} onClose={endWelcome} />
      </LazyOverlay>
    </>
  );
}
