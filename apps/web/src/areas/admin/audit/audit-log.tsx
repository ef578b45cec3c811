import { CrumbLink } from "../../../kit/links.tsx";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { Text } from "../../../ui/typography.tsx";
import { CsvButton } from "../../../kit/csv-button.tsx";
import { FilterSelect, ListFilters } from "../../../kit/list/list-filters.tsx";
import { everything, NothingFits, PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import type { AuditSearch } from "../searches.ts";
import { actionName, auditActions, factsText } from "./audit-words.ts";
import styles from "./audit.module.css";

const actions = Object.entries(auditActions).map(([value, label]) => ({ value, label }));
const failed = "Failed to load the audit log";

type Line = Outputs["admin"]["auditLog"]["items"][number];

const columns: DataTableColumn<Line>[] = [
  { id: "date", head: "Date", kind: "meta", cell: ({ at }) => <Time at={at} shape="minute" /> },
  { id: "action", head: "What", kind: "title", wraps: true, cell: ({ action, data }) => <What action={action} facts={factsText(data)} /> },
  { id: "actor", head: "By", kind: "aside", cell: ({ actor }) => actor?.email },
  { id: "subject", head: "To whom or what", kind: "aside", cell: ({ subject }) => <code className={styles.subject}>{subject}</code> },
  { id: "ip", head: "From", kind: "status", cell: ({ ip }) => <span className={styles.ip}>{ip}</span> },
];

function What({ action, facts }: { action: string; facts: string }) {
  return (
    <>
      {actionName(action)}
      {facts !== "" && (
        <Text as="div" size="note" muted>
          {facts}
        </Text>
      )}
    </>
  );
}

interface AuditLogProps {
  search: AuditSearch;
  onFilter: (filter: Partial<AuditSearch>) => void;
}

/** The audit log, newest first: actor, action, subject, time and address. */
export function AuditLog({ search: { action, ...filter }, onFilter }: AuditLogProps) {
  const query = { ...filter, action };
  const pages = usePages(trpc.admin.auditLog, query);
  return (
    <Page>
      <PageHead
        crumb={<CrumbLink to="/admin/settings">Settings</CrumbLink>}
        title="Audit log"
        actions={<CsvButton load={() => trpcClient.admin.exportAuditLog.query(query)} />}
      />
      <ListFilters
        draft
        value={filter}
        onFilter={onFilter}
        placeholder="Name, email, ID, address"
        more={() => (
          <FilterSelect label="What" all="Everything" options={actions} value={action} onChange={(next) => onFilter({ action: next })} />
        )}
      />
      <PagedList
        compact
        pages={pages}
        noun="line"
        failed={failed}
        empty={
          <NothingFits filter={query} onClear={() => onFilter(everything)} none="Nothing has happened yet.">
            Nothing in the log matches this filter.
          </NothingFits>
        }
      >
        {(lines) => <DataTable dense sticky cards="wide" caption="Audit log" columns={columns} rows={lines} rowKey={({ _id }) => _id} />}
      </PagedList>
    </Page>
  );
}
