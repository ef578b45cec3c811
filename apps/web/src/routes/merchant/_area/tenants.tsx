import { createFileRoute } from "@tanstack/react-router";
import { Tenants } from "../../../areas/merchant/rent/tenants.tsx";
import { tenantSearch } from "../../../areas/merchant/searches.ts";
import { useWording } from "../../../kit/words.ts";
import { filterStep } from "../../../kit/list/filter-step.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/tenants")({ validateSearch: tenantSearch, component: TenantsPage });

function TenantsPage() {
  useTitle(useWording()("Tenants"));
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Tenants
      search={search}
      onFilter={(filter) => void navigate({ search: (current) => ({ ...current, ...filter }), ...filterStep(search, filter) })}
    />
  );
}
