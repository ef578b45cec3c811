import { limits } from "@hearth/domain/limits";
import { Plus } from "lucide-react";
import { businessTypeName } from "../../../features/enrollment/business-types.tsx";
import { AppLink, ButtonLink } from "../../../kit/links.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { Status } from "../../../kit/status/status.tsx";
import { Permitted } from "../../../kit/permission.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Actions } from "../../../ui/button.tsx";
import { Truncate } from "../../../ui/clipped.tsx";
import { type DataTableColumn, InCard } from "../../../ui/data-table.tsx";
import { RecordList } from "../records.tsx";

type Merchant = Outputs["admin"]["merchants"]["items"][number];

const columns: DataTableColumn<Merchant>[] = [
  { id: "name", head: "Name", kind: "title", cell: ({ name }) => name },
  {
    id: "description",
    head: "Description",
    kind: "sub",
    slack: true,
    cell: ({ description }) => <Truncate text={description} length={limits.adminDescriptionLength} />,
  },
  { id: "type", head: "Business type", kind: "aside", cell: ({ businessType }) => businessTypeName(businessType) },
  { id: "status", head: "Status", kind: "status", cell: ({ status }) => <Status kind="account" value={status} /> },
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

/** Lists all merchants, newest first. Each opens on its own page. */
export function Merchants({ search, onSearch }: MerchantsProps) {
  const pages = usePages(trpc.admin.merchants, { search });
  return (
    <RecordList
      noun="merchant"
      caption="Merchants"
      {...{ pages, columns, search, onSearch }}
      actions={
        <Actions>
          <ButtonLink to="/admin/merchants/review">Waiting for review</ButtonLink>
          <Permitted least="manager">
            <ButtonLink variant="primary" icon={Plus} to="/admin/merchants/new">
              Add Merchant
            </ButtonLink>
          </Permitted>
        </Actions>
      }
      rowName={({ name }) => name}
      open={({ _id }, props) => <AppLink to="/admin/merchants/$id" params={{ id: _id }} {...props} />}
    />
  );
}
