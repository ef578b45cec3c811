import { createFileRoute } from "@tanstack/react-router";
import { auditSearch } from "../../../areas/admin/searches.ts";
import { AuditLog } from "../../../areas/admin/audit/audit-log.tsx";
import { filterStep } from "../../../kit/list/filter-step.ts";
import { useTitle } from "../../../lib/use-title.ts";

export const Route = createFileRoute("/admin/_area/audit-log")({
  validateSearch: auditSearch,
  component: AuditLogPage,
});

function AuditLogPage() {
  useTitle("Audit log");
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AuditLog
      search={search}
      onFilter={(filter) => void navigate({ search: (current) => ({ ...current, ...filter }), ...filterStep(search, filter) })}
    />
  );
}
