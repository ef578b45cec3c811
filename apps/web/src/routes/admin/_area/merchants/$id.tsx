import { createFileRoute } from "@tanstack/react-router";
import { detailSearch } from "../../../../areas/admin/searches.ts";
import { MerchantPage } from "../../../../areas/admin/merchants/merchant-page.tsx";
import { filterStep } from "../../../../kit/list/filter-step.ts";
import { prefetch } from "../../../../lib/server.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/merchants/$id")({
  validateSearch: detailSearch,
  loader: ({ params: { id } }) => prefetch(({ utils }) => utils.admin.merchant.prefetch({ merchantId: id })),
  component: Detail,
});

function Detail() {
  useTitle("Merchant");
  const { id } = Route.useParams();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <MerchantPage
      key={id}
      merchantId={id}
      search={search}
      onSearch={(change) => void navigate({ search: (current) => ({ ...current, ...change }), ...filterStep(search, change) })}
    />
  );
}
