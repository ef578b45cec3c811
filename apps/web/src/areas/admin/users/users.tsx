import { getQueryKey } from "@trpc/react-query";
import { AppLink } from "../../../kit/links.tsx";
import { type Outputs, trpc, trpcClient } from "../../../lib/trpc.ts";
import { Ledger, type LedgerColumn } from "../../../ui/ledger.tsx";
import { Moment } from "../../../ui/moment.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { Status } from "../../../kit/status/status.tsx";
import { FilterForm } from "../../../kit/list/filter-form.tsx";
import { ListStates } from "../../../kit/list/list-states.tsx";
import { NothingFits } from "../../../kit/list/nothing-fits.tsx";
import { PageFoot } from "../../../kit/list/page-foot.tsx";
import { usePages } from "../../../kit/list/use-pages.ts";
import { roleName } from "./role-name.ts";

const failed = "Failed to load users";

type User = Outputs["admin"]["users"]["items"][number];

const columns: LedgerColumn<User>[] = [
  { id: "name", head: "Name", kind: "title", cell: ({ firstName, lastName }) => `${firstName} ${lastName}` },
  { id: "email", head: "Email", kind: "sub", cell: ({ email }) => email },
  { id: "role", head: "Role", kind: "aside", cell: ({ role }) => roleName(role) },
  { id: "status", head: "Status", kind: "status", cell: ({ status }) => <Status of="account" value={status} /> },
  { id: "joined", head: "Joined", kind: "meta", cell: ({ createdAt }) => <Moment at={createdAt} /> },
];

interface UsersProps {
  search: string | undefined;
  onSearch: (search: string | undefined) => void;
}

/** Every account, newest first; each opens on its own page. */
export function Users({ search, onSearch }: UsersProps) {
  const { query, rows } = usePages(getQueryKey(trpc.admin.users, { search }, "infinite"), (page, signal) =>
    trpcClient.admin.users.query({ ...page, search }, { signal }),
  );
  return (
    <Page>
      <PageHead title="Users" />
      <FilterForm searchOnly value={{ search }} placeholder="Name, email, wallet or ID" onApply={({ search: words }) => onSearch(words)} />
      <ListStates
        query={query}
        rows={rows}
        failed={failed}
        empty={
          <NothingFits filter={{ search }} onClear={() => onSearch(undefined)} none="There is no user yet.">
            No user fits this search.
          </NothingFits>
        }
      >
        {(users) => (
          <>
            <Ledger
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
            <PageFoot query={query} shown={users.length} noun="user" failed={failed} />
          </>
        )}
      </ListStates>
    </Page>
  );
}
