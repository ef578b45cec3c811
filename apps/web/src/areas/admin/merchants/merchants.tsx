import { limits } from "@hearth/domain/limits";
import { Plus } from "lucide-react";
import { AppLink, ButtonLink } from "../../../kit/links.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { businessTypeName } from "../../../features/enrollment/business-type.ts";
import { Truncate } from "../../../ui/cut.tsx";
import { ListFilters } from "../../../kit/list/list-filters.tsx";
import { InCard } from "../../../ui/in-card.tsx";
import { NothingFits, PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";

const failed = "Failed to load merchants";

type Merchant = Outputs["admin"]["merchants"]["items"][number];

const columns: DataTableColumn<Merchant>[] = [
  { id: "name", head: "Name", kind: "title", cell: ({ name }) => name },
  {
    id: "description",
    head: "Description",
    kind: "sub",
    cell: ({ description }) => <Truncate text={description} length={limits.adminDescriptionLength} />,
  },
  { id: "type", head: "Business type", kind: "aside", cell: ({ businessType }) => businessTypeName(businessType) },
  { id: "status", head: "Status", kind: "status", cell: ({ status }) => <Status of="account" value={status} /> },
  {
    id: "count",
    head: "Transactions",
    kind: "amount",
    cell: ({ transactionCount }) => <InCard unit="transactions">{transactionCount.toLocaleString("en-US")}</InCard>,
  },
];

interface MerchantsProps {
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
}

/** Every merchant, newest first; each opens on its own page. */
export function Merchants({ search, onSearch }: MerchantsProps) {
  const pages = usePages(trpc.admin.merchants, { search });
  const add = (
    <ButtonLink variant="primary" icon={Plus} to="/admin/merchants/new">
      Add Merchant
    </ButtonLink>
  );
  return (
    <Page>
      <PageHead title="Merchants" actions={add} />
      <ListFilters
        draft
        searchOnly
        value={{ search }}
        placeholder="Name, email, wallet or ID"
        onFilter={({ search: words }) => onSearch(words)}
      />
      <PagedList
        compact
        pages={pages}
        noun="merchant"
        failed={failed}
        empty={
          <NothingFits filter={{ search }} onClear={() => onSearch(undefined)} none="There is no merchant yet.">
            No merchant fits this search.
          </NothingFits>
        }
      >
        {(merchants) => (
          <DataTable
            dense
            sticky
            cards="wide"
            caption="Merchants"
            columns={columns}
            rows={merchants}
            rowKey={({ _id }) => _id}
            rowName={({ name }) => name}
            open={({ _id }, props) => <AppLink to="/admin/merchants/$id" params={{ id: _id }} {...props} />}
          />
        )}
      </PagedList>
    </Page>
  );
}
