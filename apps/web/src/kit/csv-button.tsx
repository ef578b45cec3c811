import { Download } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../lib/api-error.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast-manager.ts";
import { downloadText } from "../lib/download.ts";

/** Downloads what a filter lists as a CSV file. */
export function CsvButton({ load }: { load: () => Promise<{ fileName: string; csv: string }> }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { fileName, csv } = await load();
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
