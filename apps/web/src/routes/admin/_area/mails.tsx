import { createFileRoute } from "@tanstack/react-router";
import { Mails } from "../../../areas/admin/mails/mails.tsx";
import { mailSearch } from "../../../areas/admin/searches.ts";
import { filterStep } from "../../../kit/list/filter-step.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/mails")({ validateSearch: mailSearch, component: MailsPage });

function MailsPage() {
  useTitle("Emails");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return <Mails search={search} onFilter={(filter) => void navigate({ search: filter, ...filterStep(search, filter) })} />;
}
