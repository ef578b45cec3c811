import { AppLink, TextLink } from "../../../lib/links.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Ledger } from "../../../ui/ledger.tsx";
import { Section } from "../../../ui/page.tsx";
import { transactionColumn, transactionName } from "../transactions/transaction-columns.tsx";
import type { Dashboard } from "./admin-dashboard.tsx";

const { date, email, status, amount } = transactionColumn;
const columns = [date, email, status, amount];

/** The newest transactions; each opens on its own page. */
export function RecentTransactions({ transactions }: { transactions: Dashboard["recentTransactions"] }) {
  const isEmpty = transactions.length === 0;
  return (
    <Section
      title="Recent transactions"
      ruled={isEmpty}
      end={
        <TextLink size="small" to="/admin/transactions">
          All transactions
        </TextLink>
      }
    >
      {isEmpty ? (
        <Empty>Nobody has paid anything yet.</Empty>
      ) : (
        <Ledger
          caption="Recent transactions"
          columns={columns}
          rows={transactions}
          rowKey={({ _id }) => _id}
          rowName={transactionName}
          open={({ _id }, props) => <AppLink to="/admin/transactions/$id" params={{ id: _id }} {...props} />}
        />
      )}
    </Section>
  );
}
