import { createFileRoute, Outlet } from "@tanstack/react-router";
import { disputeSearch } from "../../../../areas/merchant/searches.ts";
import { Disputes } from "../../../../areas/merchant/disputes/disputes.tsx";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/disputes")({
  validateSearch: disputeSearch,
  component: DisputesPage,
});

/** The list, with the open dispute's dialog over it. */
function DisputesPage() {
  useTitle("Disputes");
  const navigate = Route.useNavigate();
  return (
    <>
      <Disputes
        search={Route.useSearch()}
        onFilter={(filter) => void navigate({ search: (current) => ({ ...current, ...filter }), replace: true })}
      />
      <Outlet />
    </>
  );
}
