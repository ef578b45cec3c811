import { createFileRoute } from "@tanstack/react-router";
import { Leases } from "../../../../areas/admin/leases/leases.tsx";
import { leaseSearch } from "../../../../areas/admin/searches.ts";
import { filterStep } from "../../../../kit/list/filter-step.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/leases/")({ validateSearch: leaseSearch, component: LeasesPage });

function LeasesPage() {
  useTitle("Leases");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Leases
      search={search}
      onFilter={(filter) => void navigate({ search: (before) => ({ ...before, ...filter }), ...filterStep(search, filter) })}
    />
  );
}
