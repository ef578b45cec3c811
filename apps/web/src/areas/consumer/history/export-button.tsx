import { trpcClient } from "../../../lib/trpc.ts";
import { CsvButton } from "../../../kit/csv-button.tsx";
import { type HistoryFilter, toPaymentFilter } from "./history-search.ts";

/** Takes the payments of the filter away as a CSV file, all of them and not only those on screen. */
export function ExportButton({ filter }: { filter: HistoryFilter }) {
  return <CsvButton load={() => trpcClient.payments.exportHistory.query(toPaymentFilter(filter))} />;
}
