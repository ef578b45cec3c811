import { errorMessage } from "../../lib/api-error.ts";
import { type Outputs, trpc } from "../../lib/trpc.ts";
import { Permitted } from "../../kit/permission.tsx";
import { TextLink } from "../../kit/links.tsx";
import { Alert } from "../../ui/alert.tsx";
import { Button } from "../../ui/button.tsx";
import { Time } from "../../ui/moment.tsx";
import { shortenMiddle } from "../../ui/shorten.ts";
import { toast } from "../../ui/toast-manager.ts";

type Business = Outputs["merchant"]["business"];

/** Warns about a pending change of the payout wallet. Owners can stop it with one click. */
export function PendingWalletNote({ pending: { _id, walletAddress, takesEffectAt } }: { pending: NonNullable<Business["pendingWallet"]> }) {
  const stop = useStopChange();
  return (
    <Alert
      tone="waiting"
      title={
        <>
          On <Time at={takesEffectAt} shape="minute" /> your payouts will go to{" "}
          <code title={walletAddress}>{shortenMiddle(walletAddress, 6, 4)}</code>
        </>
      }
    >
      <Permitted least="owner">
        <p>If you did not ask for this, stop it and change your password. Checkouts that are open keep the wallet they were made with.</p>
        <Button variant="danger" size="small" busy={stop.isPending} onClick={() => stop.mutate({ changeId: _id })}>
          Stop this change
        </Button>
      </Permitted>
    </Alert>
  );
}

/** Stops a pending change of the payout wallet. */
function useStopChange() {
  const utils = trpc.useUtils();
  return trpc.merchant.stopPayoutChange.useMutation({
    onSuccess: (business) => {
      utils.merchant.business.setData(undefined, business);
      toast.success("The change is stopped. Your payouts stay where they are.");
    },
    onError: (error) => toast.failure(errorMessage(error)),
  });
}

/** Asks the owner to prove an unproven wallet. */
export function UnprovenNote({ atWallet }: { atWallet: boolean }) {
  return (
    <Alert tone="waiting" title="You have not proven your wallet yet">
      Only payments made through Hearth's checkout count for it, and payers see that it is not proven.
      {!atWallet && (
        <Permitted least="owner">
          {" "}
          <TextLink size="small" to="/merchant/settings" search={{ tab: "wallet" }}>
            Prove this wallet
          </TextLink>
        </Permitted>
      )}
    </Alert>
  );
}
