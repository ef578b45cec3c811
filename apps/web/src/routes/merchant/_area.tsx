import { createFileRoute, Outlet } from "@tanstack/react-router";
import { ServerData } from "../../kit/server-data.tsx";
import { requireMerchant } from "../../features/auth/guards.ts";
import { server } from "../../lib/server.ts";
import { MerchantShell } from "../../areas/merchant/merchant-shell.tsx";

export const Route = createFileRoute("/merchant/_area")({
  beforeLoad: async (place) => ({ user: await requireMerchant(place) }),
  // What the business is decides the words of every page, so none is drawn before it is known, or cannot be.
  loader: () =>
    server()
      .then(({ utils }) => utils.auth.me.ensureData(undefined, { retry: false }))
      .catch(() => undefined),
  component: MerchantArea,
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
