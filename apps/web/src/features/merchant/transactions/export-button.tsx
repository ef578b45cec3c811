import { Download } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../../../lib/api-error.ts";
import { trpcClient } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { downloadText } from "../../payments/receipt/download.ts";
import type { TransactionSearch } from "./transaction-search.ts";

/** Takes the listed transactions away as a CSV file. */
export function ExportButton({ status, startDate, endDate }: TransactionSearch) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { fileName, csv } = await trpcClient.merchant.exportTransactions.query({ status: status ?? "all", startDate, endDate });
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
