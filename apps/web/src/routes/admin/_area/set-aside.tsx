import { createFileRoute } from "@tanstack/react-router";
import { setAsideSearch } from "../../../areas/admin/searches.ts";
import { SetAside } from "../../../areas/admin/set-aside/set-aside.tsx";
import { filterStep } from "../../../kit/list/filter-step.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/set-aside")({ validateSearch: setAsideSearch, component: SetAsidePage });

function SetAsidePage() {
  useTitle("Set aside");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <SetAside search={search} onFilter={(filter) => void navigate({ search: filter, ...filterStep(search, filter) })} />;
}
