import { overPage } from "../../../lib/close-over.ts";
import { AppLink, TextLink } from "../../../kit/links.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Ledger } from "../../../ui/ledger.tsx";
import { Section } from "../../../ui/page.tsx";
import { type Transaction, transactionColumns, transactionName } from "../transactions/transaction-columns.tsx";

/** The newest transactions; each opens with its details over the dashboard. */
export function RecentTransactions({ transactions }: { transactions: readonly Transaction[] }) {
  const isEmpty = transactions.length === 0;
  const columns = transactionColumns().filter(({ id }) => ["date", "payer", "status", "amount"].includes(id));
  return (
    <Section
      title="Recent transactions"
      ruled={isEmpty}
      end={
        <TextLink size="small" to="/merchant/transactions">
          All transactions
        </TextLink>
      }
    >
      {isEmpty ? (
        <Empty>Nobody has paid you yet. Your tenants and customers find you by name when they enroll.</Empty>
      ) : (
        <Ledger
          caption="Recent transactions"
          columns={columns}
          rows={transactions}
          rowKey={({ _id }) => _id}
          rowName={transactionName}
          open={({ _id }, props) => (
            <AppLink to="/merchant/dashboard" search={{ transaction: _id }} state={overPage} preload={false} {...props} />
          )}
        />
      )}
    </Section>
  );
}
