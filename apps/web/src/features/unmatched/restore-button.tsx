import { usePermission } from "../../kit/permission.tsx";
import { errorMessage } from "../../lib/api-error.ts";
import { trpc } from "../../lib/trpc.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-manager.ts";
import type { Area } from "./area.ts";

interface RestoreButtonProps {
  area: Area;
  transferId: string;
  onDone: () => void;
}

/** Button that lists a transfer again that was set aside. */
export function RestoreButton({ area, transferId, onDone }: RestoreButtonProps) {
  const mayAct = usePermission("manager");
  const restore = trpc[area].restoreTransfer.useMutation({
    onSuccess: async ({ message }) => {
      toast.success(message);
      onDone();
    },
    onError: (error) => toast.failure(errorMessage(error)),
  });
  if (!mayAct) return null;
  return (
    <div>
      <Button busy={restore.isPending} onClick={() => restore.mutate({ transferId })}>
        List it again
      </Button>
    </div>
  );
}
