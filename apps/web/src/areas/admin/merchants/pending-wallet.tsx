import { Permitted } from "../../../kit/permission.tsx";
import { errorMessage } from "../../../lib/api-error.ts";
import { type Outputs, trpc } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { Hash } from "../../../ui/hash.tsx";
import { Time } from "../../../ui/moment.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { toast } from "../../../ui/toast-manager.ts";

interface PendingWalletProps {
  merchantId: string;
  pending: NonNullable<Outputs["admin"]["merchant"]["pendingWallet"]>;
  /** True if the business is suspended. The change waits until it is active again. */
  isFrozen: boolean;
}

/** Shows a pending payout wallet change, with a button to stop it. */
export function PendingWallet({ merchantId, pending: { _id, walletAddress, takesEffectAt }, isFrozen }: PendingWalletProps) {
  const utils = trpc.useUtils();
  const stop = trpc.admin.stopPayoutChange.useMutation({
    onSuccess: (merchant) => {
      utils.admin.merchant.setData({ merchantId }, merchant);
      toast.success("The change is stopped");
    },
    onError: (error) => toast.failure(errorMessage(error)),
  });
  return (
    <Stack>
      <span>
        <Hash value={walletAddress} shape="detail" what="new wallet address" />{" "}
        {isFrozen ? (
          "not before the business is active again"
        ) : (
          <>
            on <Time at={takesEffectAt} shape="minute" />
          </>
        )}
      </span>
      <Permitted least="manager">
        <div>
          <Button variant="danger" size="small" busy={stop.isPending} onClick={() => stop.mutate({ merchantId, changeId: _id })}>
            Stop this change
          </Button>
        </div>
      </Permitted>
    </Stack>
  );
}
