import { createFileRoute } from "@tanstack/react-router";
import { Properties } from "../../../areas/merchant/rent/properties.tsx";
import { propertySearch } from "../../../areas/merchant/searches.ts";
import { filterStep } from "../../../kit/list/filter-step.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/properties")({ validateSearch: propertySearch, component: PropertiesPage });

function PropertiesPage() {
  useTitle("Properties");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Properties
      search={search}
      onFilter={(filter) => void navigate({ search: (current) => ({ ...current, ...filter }), ...filterStep(search, filter) })}
    />
  );
}
