import { AppLink, TextLink } from "../../../kit/links.tsx";
import { Clipped } from "../../../ui/clipped.tsx";
import { Empty } from "../../../ui/empty.tsx";
import { Ledger, type LedgerColumn } from "../../../ui/ledger.tsx";
import { Section } from "../../../ui/page.tsx";
import { Text } from "../../../ui/words.tsx";
import { type Transaction, transactionColumn, transactionName } from "../transactions/transaction-columns.tsx";
import type { Outputs } from "../../../lib/trpc.ts";

type Dashboard = Outputs["admin"]["dashboard"];

const { date, status, amount } = transactionColumn;
const parties: LedgerColumn<Transaction> = {
  id: "parties",
  head: "User email and merchant",
  kind: "title",
  cell: ({ userId, merchantId }) => (
    <>
      <Clipped text={userId.email} />
      <Text as="div" size="note" muted>
        <Clipped text={merchantId.name} />
      </Text>
    </>
  ),
};
const columns = [date, parties, status, amount];

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
