import { createFileRoute } from "@tanstack/react-router";
import { SeveralPage } from "../../../../areas/merchant/rent/several/several-page.tsx";
import { severalSearch } from "../../../../areas/merchant/searches.ts";
import { useWording } from "../../../../kit/words.ts";
import { useTitle } from "../../../../lib/use-title.ts";

export const Route = createFileRoute("/merchant/_area/leases/several")({ validateSearch: severalSearch, component: SeveralLeasesPage });

const titles = { charge: "Charge tenants", record: "Record payments", renew: "Renew leases", remind: "Remind tenants" } as const;

function SeveralLeasesPage() {
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  useTitle(useWording()(titles[search.act ?? "remind"]));
  return <SeveralPage search={search} onFilter={(filter) => void navigate({ search: (current) => ({ ...current, ...filter }) })} />;
}
