import { useMutation } from "@tanstack/react-query";
import { trpc } from "../../../lib/trpc.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast-manager.ts";

async function requestTestMoney(faucetUrl: string, address: string): Promise<void> {
  const response = await fetch(faucetUrl, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ address }),
  });
  if (!response.ok) throw new Error(`The faucet answered ${response.status}`);
}

/** Test money for a wallet on the local network, where nothing is worth anything. */
export function TestMoney({ faucetUrl, address }: { faucetUrl: string; address: string }) {
  const utils = trpc.useUtils();
  const faucet = useMutation({
    mutationFn: () => requestTestMoney(faucetUrl, address),
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
      {faucet.isError && <FieldError>Test USDC could not be sent. Is the simulator running?</FieldError>}
    </div>
  );
}
