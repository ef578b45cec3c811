import { AppLink } from "../../../kit/links.tsx";
import { Ledger } from "../../../ui/ledger.tsx";
import { Page, PageHead } from "../../../ui/page.tsx";
import { FilterForm } from "../../../kit/list/filter-form.tsx";
import { ListStates } from "../../../kit/list/list-states.tsx";
import { everything, NothingFits } from "../../../kit/list/nothing-fits.tsx";
import { PageFoot } from "../../../kit/list/page-foot.tsx";
import { disputeColumn, disputeName } from "./dispute-columns.tsx";
import type { DisputeSearch } from "./dispute-search.ts";
import { DisputeStatusTabs } from "./dispute-status-tabs.tsx";
import styles from "./disputes.module.css";
import { failedWords, useDisputeList } from "./use-dispute-list.ts";

const { date, email, merchant, status: statusColumn, reason, amount } = disputeColumn;
const columns = [date, email, merchant, reason, statusColumn, amount];

interface DisputesProps {
  search: DisputeSearch;
  onFilter: (filter: Partial<DisputeSearch>) => void;
}

/** Every dispute: searched, by days and status, newest first. */
export function Disputes({ search: { status, ...filter }, onFilter }: DisputesProps) {
  const wanted = { ...filter, status: status ?? ("all" as const) };
  const { query, rows } = useDisputeList(wanted);
  return (
    <Page>
      <PageHead title="Disputes" />
      <FilterForm value={filter} onApply={onFilter} placeholder="User email, merchant or ID" />
      <DisputeStatusTabs value={status} onChange={(next) => onFilter({ status: next })} />
      <ListStates
        query={query}
        rows={rows}
        failed={failedWords(wanted)}
        empty={
          <NothingFits filter={{ ...filter, status }} onClear={() => onFilter(everything)} none="Nobody has disputed a payment.">
            No dispute fits this filter.
          </NothingFits>
        }
      >
        {(disputes) => (
          <div className={styles.list}>
            <Ledger
              dense
              sticky
              cards="wide"
              caption="Disputes"
              columns={columns}
              rows={disputes}
              rowKey={({ _id }) => _id}
              rowName={disputeName}
              open={({ _id }, props) => <AppLink to="/admin/disputes/$id" params={{ id: _id }} {...props} />}
            />
            <PageFoot query={query} shown={disputes.length} noun="dispute" failed={failedWords(wanted)} />
          </div>
        )}
      </ListStates>
    </Page>
  );
}
