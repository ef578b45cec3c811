import { useMutation } from "@tanstack/react-query";
import { usePermission } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import type { Outputs } from "../../../lib/trpc.ts";
import { TextButton } from "../../../ui/text-anchor.tsx";
import { toast } from "../../../ui/toast-manager.ts";
import { useLeaseCalls } from "./lease-calls.ts";

/** Shows whether a lease's bills may be paid in parts, with a button to change that for users with permission. */
export function PartPayments({ lease }: { lease: Pick<Outputs["rent"]["lease"], "_id" | "partPayments" | "undoneAt"> }) {
  const calls = useLeaseCalls();
  const { _id: leaseId, partPayments, undoneAt } = lease;
  const mayAct = usePermission("manager") && undoneAt === null;
  const set = useMutation({
    mutationFn: calls.setPartPayments,
    onSuccess: async (_, input) => {
      toast.success(input.partPayments ? "Partial payments are accepted now" : "Bills must be paid in full from now on");
    },
    onError: (error) => toast.failure(errorMessage(error)),
  });
  const input = { leaseId, partPayments: !partPayments };
  return (
    <>
      {partPayments ? "Accepted" : "Not accepted"}{" "}
      {mayAct && (
        <TextButton size="small" disabled={set.isPending} onClick={() => set.mutate(input)}>
          {partPayments ? "Turn off" : "Turn on"}
        </TextButton>
      )}
    </>
  );
}
