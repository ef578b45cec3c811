import { Download } from "lucide-react";
import { useState } from "react";
import { errorMessage } from "../lib/api-error.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast-manager.ts";

/** Button that creates and saves a file. Disabled meanwhile; shows errors in a toast. */
export function SaveButton({ label, save, small = false }: { label: string; save: () => Promise<void> | void; small?: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const press = async () => {
    setBusy(true);
    try {
      await save();
    } catch (error) {
      toast.failure(errorMessage(error, "The file could not be made. Please try again."));
    }
    setBusy(false);
  };
  return (
    <Button
      icon={Download}
      {...(small && { size: "small" as const, variant: "quiet" as const })}
      busy={isBusy}
      onClick={() => void press()}
    >
      {label}
    </Button>
  );
}
