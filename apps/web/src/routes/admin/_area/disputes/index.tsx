import { createFileRoute } from "@tanstack/react-router";
import { disputeSearch } from "../../../../areas/admin/searches.ts";
import { Disputes } from "../../../../areas/admin/disputes/disputes.tsx";
import { filterStep } from "../../../../kit/list/filter-step.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/disputes/")({
  validateSearch: disputeSearch,
  component: DisputesPage,
});

function DisputesPage() {
  useTitle("Disputes");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Disputes
      search={search}
      onFilter={(filter) => void navigate({ search: (current) => ({ ...current, ...filter }), ...filterStep(search, filter) })}
    />
  );
}
