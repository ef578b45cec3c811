import { mostFound } from "@hearth/domain/rent/tenant-search";
import { centsOf } from "../../../kit/cents.ts";
import { AppLink } from "../../../kit/links.tsx";
import { ListFilters } from "../../../kit/list/list-filters.tsx";
import { everything, NothingFits, PagedList } from "../../../kit/list/paged-list.tsx";
import { ListTable } from "../../../kit/list/list-table.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Amount } from "../../../ui/amount.tsx";
import type { DataTableColumn } from "../../../ui/data-table.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { Text } from "../../../ui/typography.tsx";
import { MerchantSelect } from "../merchants/merchant-select.tsx";
import type { LeaseSearch } from "../searches.ts";
import { leaseTerm } from "../../../features/rent/lease-term.ts";

type Lease = Outputs["rent"]["leasesForAdmin"]["items"][number];

const columns: DataTableColumn<Lease>[] = [
  { id: "unit", head: "Unit", kind: "title", cell: ({ property, unit }) => `${property} ${unit}` },
  { id: "tenants", head: "Tenants", kind: "sub", slack: true, cell: ({ tenants }) => tenants.join(", ") },
  { id: "merchant", head: "Merchant", kind: "aside", wide: true, cell: ({ merchant }) => merchant.name },
  { id: "term", head: "Term", kind: "meta", cell: leaseTerm },
  { id: "autopay", head: "Autopay", kind: "status", cell: ({ autopay }) => autopay && "Autopay" },
  { id: "balance", head: "Balance", kind: "amount", cell: ({ owed }) => <Amount cents={centsOf(owed)} /> },
];

interface LeasesProps {
  search: LeaseSearch;
  onFilter: (filter: Partial<LeaseSearch>) => void;
}

/** Lists the leases of all merchants, newest first. Each opens with its ledger and scheduled payments. */
export function Leases({ search, onFilter }: LeasesProps) {
  const pages = usePages(trpc.rent.leasesForAdmin, search);
  return (
    <Page>
      <PageHead title="Leases" />
      <ListFilters
        searchOnly
        value={search}
        onFilter={onFilter}
        placeholder="Tenant, email, unit, merchant or ID"
        more={(draft, change) => <MerchantSelect value={draft.merchantId} onChange={(merchantId) => change({ merchantId })} />}
      />
      {pages.data?.pages.at(-1)?.isCut && (
        <Text
          muted
        >{`This search matches more than ${mostFound} leases. Only ${mostFound} of them are listed. Type more to find the others.`}</Text>
      )}
      <PagedList
        compact
        pages={pages}
        noun="lease"
        failed="Failed to load leases"
        empty={
          <NothingFits filter={search} onClear={() => onFilter(everything)} none="There is no lease yet.">
            No lease matches this search.
          </NothingFits>
        }
      >
        {(rows) => (
          <ListTable
            name="all-leases"
            caption="Leases"
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            rowName={({ property, unit }) => `${property} ${unit}`}
            open={({ _id }, props) => <AppLink to="/admin/leases/$leaseId" params={{ leaseId: _id }} {...props} />}
          />
        )}
      </PagedList>
    </Page>
  );
}
