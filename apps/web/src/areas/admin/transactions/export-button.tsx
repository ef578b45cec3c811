import { trpcClient } from "../../../lib/trpc.ts";
import { CsvButton } from "../../../kit/csv-button.tsx";
import type { TransactionFilter } from "./use-transactions.ts";

/** Takes the listed transactions away as a CSV file. */
export function ExportButton({ filter }: { filter: TransactionFilter }) {
  return <CsvButton load={() => trpcClient.admin.exportTransactions.query(filter)} />;
}
