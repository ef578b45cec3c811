import { AppLink } from "../../../kit/links.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { Status } from "../../../kit/status/status.tsx";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import type { DataTableColumn } from "../../../ui/data-table.tsx";
import { Time } from "../../../ui/moment.tsx";
import { RecordList } from "../records.tsx";
import { roleName } from "./user-page.tsx";

type User = Outputs["admin"]["users"]["items"][number];

const columns: DataTableColumn<User>[] = [
  { id: "name", head: "Name", kind: "title", cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { id: "email", head: "Email", kind: "sub", slack: true, cell: ({ email }) => email },
  { id: "role", head: "Role", kind: "aside", cell: ({ role }) => roleName(role) },
  { id: "status", head: "Status", kind: "status", cell: ({ status }) => <Status kind="account" value={status} /> },
  { id: "joined", head: "Joined", kind: "meta", cell: ({ createdAt }) => <Time at={createdAt} /> },
];

interface UsersProps {
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
}

/** Lists all accounts, newest first. Each opens on its own page. */
export function Users({ search, onSearch }: UsersProps) {
  const pages = usePages(trpc.admin.users, { search });
  return (
    <RecordList
      noun="user"
      caption="Users"
      {...{ pages, columns, search, onSearch }}
      rowName={({ firstName, lastName }) => `${firstName} ${lastName}`}
      open={({ _id }, props) => <AppLink to="/admin/users/$id" params={{ id: _id }} {...props} />}
    />
  );
}
