import { AppLink, TextLink } from "../../../kit/links.tsx";
import { useWording } from "../../../kit/words.ts";
import { RecentDisputes } from "../../../features/disputes/recent-disputes.tsx";
import { RecentTransactions } from "../../../features/payments/transaction-parts.tsx";
import { overlayState } from "../../../lib/close-over.ts";
import { useFetchWhenIdle } from "../../../lib/loading/use-fetch-when-idle.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { Columns } from "../../../ui/page.tsx";
import { transactionColumns, transactionName } from "../transactions/transaction-columns.tsx";
import { TransactionDialog } from "../transactions/transaction-overlay.tsx";
import styles from "./dashboard.module.css";
import { UserChangesDialog } from "./user-changes-overlay.tsx";

const recentColumns = transactionColumns.filter(({ id }) => ["seal", "date", "payer", "status", "amount"].includes(id));

/** The newest transactions and disputes of the merchant, with links to all of them. */
export function NewestRecords({ stats }: { stats: Outputs["merchant"]["stats"] }) {
  const reword = useWording();
  useFetchWhenIdle(TransactionDialog);
  useFetchWhenIdle(UserChangesDialog);
  return (
    <div className={styles.newest}>
      <Columns>
        <div>
          <RecentTransactions
            transactions={stats.recentTransactions}
            none={reword("No one has paid you yet. Your tenants and customers find you by name when they enroll.")}
            all={
              <TextLink size="small" to="/merchant/transactions">
                All transactions
              </TextLink>
            }
            columns={recentColumns}
            rowName={transactionName}
            open={({ _id }, props) => (
              <AppLink to="/merchant/dashboard" search={{ transaction: _id }} state={overlayState} preload={false} {...props} />
            )}
          />
        </div>
        <div>
          <RecentDisputes
            disputes={stats.recentDisputes}
            all={
              <TextLink size="small" to="/merchant/disputes">
                All disputes
              </TextLink>
            }
            who={({ userId: payer }) => `${payer.firstName} ${payer.lastName}`}
            open={({ _id }, props) => <AppLink to="/merchant/disputes/$id" params={{ id: _id }} {...props} />}
          />
        </div>
      </Columns>
    </div>
  );
}
