import { createFileRoute, redirect } from "@tanstack/react-router";
import { LandlordSection, Terms, TenantSection } from "../areas/public/landing/landing-page.tsx";
import { PublicShell } from "../areas/consumer/shell/public-shell.tsx";
import { session } from "../lib/session.ts";
import { useTitle } from "../lib/use-title.ts";

export const Route = createFileRoute("/")({
  beforeLoad: () => {
    const { authToken, user, adminToken } = session.get();
    if (authToken && user) throw redirect({ href: user.role === "user" ? "/dashboard" : "/merchant/dashboard", replace: true });
    if (adminToken) throw redirect({ href: "/admin/dashboard", replace: true });
  },
  component: Landing,
});

function Landing() {
  useTitle("Rent and bills in USDC");
  return (
    <PublicShell footer="full">
      <TenantSection />
      <Terms />
      <LandlordSection />
    </PublicShell>
  );
}
