import { trpcClient } from "../../../lib/trpc.ts";
import { CsvButton } from "../../../kit/csv-button.tsx";
import type { TransactionSearch } from "./transaction-search.ts";

/** Takes the listed transactions away as a CSV file. */
export function ExportButton({ status, startDate, endDate }: TransactionSearch) {
  return <CsvButton load={() => trpcClient.merchant.exportTransactions.query({ status: status ?? "all", startDate, endDate })} />;
}
