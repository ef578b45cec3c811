import { createFileRoute, Outlet } from "@tanstack/react-router";
import { disputeSearch } from "../../../../areas/merchant/searches.ts";
import { Disputes } from "../../../../areas/merchant/disputes/disputes.tsx";
import { filterStep } from "../../../../kit/list/filter-step.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/disputes")({
  validateSearch: disputeSearch,
  component: DisputesPage,
});

/** The list, with the open dispute's dialog over it. */
function DisputesPage() {
  useTitle("Disputes");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <>
      <Disputes
        search={search}
        onFilter={(filter) => void navigate({ search: (current) => ({ ...current, ...filter }), ...filterStep(search, filter) })}
      />
      <Outlet />
    </>
  );
}
