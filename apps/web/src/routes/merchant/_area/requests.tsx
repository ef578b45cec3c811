import { createFileRoute } from "@tanstack/react-router";
import { Requests } from "../../../areas/merchant/requests/requests.tsx";
import { requestSearch } from "../../../areas/merchant/searches.ts";
import { filterStep } from "../../../kit/list/filter-step.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/requests")({ validateSearch: requestSearch, component: RequestsPage });

function RequestsPage() {
  useTitle("Payment requests");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <Requests search={search} onFilter={(filter) => void navigate({ search: filter, ...filterStep(search, filter) })} />;
}
