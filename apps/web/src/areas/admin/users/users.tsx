import { AppLink } from "../../../kit/links.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { DataTable, type DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { ListFilters } from "../../../kit/list/list-filters.tsx";
import { NothingFits, PagedList } from "../../../kit/list/paged-list.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { roleName } from "./role-name.ts";

const failed = "Failed to load users";

type User = Outputs["admin"]["users"]["items"][number];

const columns: DataTableColumn<User>[] = [
  { id: "name", head: "Name", kind: "title", cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { id: "email", head: "Email", kind: "sub", cell: ({ email }) => email },
  { id: "role", head: "Role", kind: "aside", cell: ({ role }) => roleName(role) },
  { id: "status", head: "Status", kind: "status", cell: ({ status }) => <Status of="account" value={status} /> },
  { id: "joined", head: "Joined", kind: "meta", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

interface UsersProps {
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
}

/** Every account, newest first; each opens on its own page. */
export function Users({ search, onSearch }: UsersProps) {
  const pages = usePages(trpc.admin.users, { search });
  return (
    <Page>
      <PageHead title="Users" />
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
        noun="user"
        failed={failed}
        empty={
          <NothingFits filter={{ search }} onClear={() => onSearch(undefined)} none="There is no user yet.">
            No user fits this search.
          </NothingFits>
        }
      >
        {(users) => (
          <DataTable
            dense
            sticky
            cards="wide"
            caption="Users"
            columns={columns}
            rows={users}
            rowKey={({ _id }) => _id}
            rowName={({ firstName, lastName }) => `${firstName} ${lastName}`}
            open={({ _id }, props) => <AppLink to="/admin/users/$id" params={{ id: _id }} {...props} />}
          />
        )}
      </PagedList>
    </Page>
  );
}
