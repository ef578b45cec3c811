import { downloadText } from "../lib/download.ts";
import { SaveButton } from "./save-button.tsx";

/** Button that exports the filtered list as a CSV file. */
export function CsvButton({ load }: { load: () => Promise<{ fileName: string; csv: string }> }) {
  const save = async () => {
    const { fileName, csv } = await load();
    downloadText(fileName, csv, "text/csv");
  };
  return <SaveButton label="Export CSV" save={save} />;
}
