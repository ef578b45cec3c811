import { createFileRoute, Outlet } from "@tanstack/react-router";
import { ServerData } from "../../kit/server-data.tsx";
import { GuardError } from "../../features/auth/guard-error.tsx";
import { requireMerchant } from "../../features/auth/guards.ts";
import { MerchantShell } from "../../areas/merchant/merchant-shell.tsx";

export const Route = createFileRoute("/merchant/_area")({
  beforeLoad: async (place) => ({ user: await requireMerchant(place) }),
  component: MerchantArea,
  errorComponent: GuardError,
});

function MerchantArea() {
  const { user } = Route.useRouteContext();
  return (
    <ServerData>
      <MerchantShell key={user._id} user={user}>
        <Outlet />
      </MerchantShell>
    </ServerData>
  );
}
