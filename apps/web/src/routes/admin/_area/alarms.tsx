import { createFileRoute } from "@tanstack/react-router";
import { Alarms } from "../../../areas/admin/alarms/alarms.tsx";
import { alarmSearch } from "../../../areas/admin/searches.ts";
import { filterStep } from "../../../kit/list/filter-step.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/alarms")({ validateSearch: alarmSearch, component: AlarmsPage });

function AlarmsPage() {
  useTitle("Alarms");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <Alarms search={search} onFilter={(filter) => void navigate({ search: filter, ...filterStep(search, filter) })} />;
}
