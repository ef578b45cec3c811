import { useMutation } from "@tanstack/react-query";
import { requestTestUsdc } from "../../../lib/faucet.ts";
import { trpc } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-manager.ts";

/** Test money for a wallet on the local network, where nothing is worth anything. */
export function TestMoney({ faucetUrl, address }: { faucetUrl: string; address: string }) {
  const utils = trpc.useUtils();
  const faucet = useMutation({
    mutationFn: () => requestTestUsdc(faucetUrl, address),
    onSuccess: async () => {
      await utils.wallet.balance.invalidate();
      toast.success("Test USDC is in your wallet");
    },
  });
  return (
    <div>
      <Button busy={faucet.isPending} onClick={() => faucet.mutate()}>
        Get test USDC
      </Button>
      {faucet.error && <FieldError>{faucet.error.message}</FieldError>}
    </div>
  );
}
