import { createFileRoute } from "@tanstack/react-router";
import { transferSearch } from "../../../../areas/admin/searches.ts";
import { Unmatched } from "../../../../areas/admin/unmatched/unmatched.tsx";
import { filterStep } from "../../../../kit/list/filter-step.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/transactions/unmatched")({
  validateSearch: transferSearch,
  component: UnmatchedPage,
});

function UnmatchedPage() {
  useTitle("Unmatched money");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Unmatched
      search={search}
      onChange={(part) => void navigate({ search: (current) => ({ ...current, ...part }), ...filterStep(search, part) })}
    />
  );
}
