import { Download } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpcClient } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { downloadText } from "../receipt/download.ts";
import { type HistoryFilter, toPaymentFilter } from "./history-search.ts";

/** Takes the payments of the filter away as a CSV file, all of them and not only those on screen. */
export function ExportButton({ filter }: { filter: HistoryFilter }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { fileName, csv } = await trpcClient.payments.exportHistory.query(toPaymentFilter(filter));
      downloadText(fileName, csv, "text/csv");
    } catch (error) {
      toast.failure(errorMessage(error, "The file could not be made. Please try again."));
    }
    setBusy(false);
  };
  return (
    <Button icon={Download} busy={isBusy} onClick={() => void save()}>
      Export CSV
    </Button>
  );
}
