import { createFileRoute } from "@tanstack/react-router";
import { listSearch } from "../../../../areas/admin/searches.ts";
import { Users } from "../../../../areas/admin/users/users.tsx";
import { filterStep } from "../../../../kit/list/filter-step.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/users/")({
  validateSearch: listSearch,
  component: UsersPage,
});

function UsersPage() {
  useTitle("Users");
  const { search } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Users search={search} onSearch={(text) => void navigate({ search: { search: text }, ...filterStep({ search }, { search: text }) })} />
  );
}
