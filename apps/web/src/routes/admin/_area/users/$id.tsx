import { createFileRoute } from "@tanstack/react-router";
import { detailSearch } from "../../../../areas/admin/searches.ts";
import { UserPage } from "../../../../areas/admin/users/user-page.tsx";
import { filterStep } from "../../../../kit/list/filter-step.ts";
import { prefetch } from "../../../../lib/server.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/users/$id")({
  validateSearch: detailSearch,
  loader: ({ params: { id } }) => prefetch(({ utils }) => utils.admin.user.prefetch({ userId: id })),
  component: Detail,
});

function Detail() {
  useTitle("User");
  const { id } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <UserPage
      key={id}
      userId={id}
      search={search}
      onSearch={(change) => void navigate({ search: (current) => ({ ...current, ...change }), ...filterStep(search, change) })}
    />
  );
}
