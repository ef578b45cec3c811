import { createFileRoute } from "@tanstack/react-router";
import { listSearch } from "../../../../areas/admin/searches.ts";
import { Merchants } from "../../../../areas/admin/merchants/merchants.tsx";
import { filterStep } from "../../../../kit/list/filter-step.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/merchants/")({
  validateSearch: listSearch,
  component: MerchantsPage,
});

function MerchantsPage() {
  useTitle("Merchants");
  const { search } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <Merchants
      search={search}
      onSearch={(text) => void navigate({ search: { search: text }, ...filterStep({ search }, { search: text }) })}
    />
  );
}
