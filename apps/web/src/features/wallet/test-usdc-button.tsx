import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { requestTestUsdc } from "../../lib/faucet.ts";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { useWalletContext } from "./wallet-context.ts";

interface TestUsdcButtonProps extends Pick<ButtonProps, "variant" | "size" | "wide"> {
  address: `0x${string}`;
  /** A plain decimal of dollars; the faucet's usual portion where absent. */
  usdc?: string | undefined;
}

/** Fills a wallet on the local network; nothing at all on the others. */
export function TestUsdcButton({ address, usdc, ...variant }: TestUsdcButtonProps) {
  const { info } = useWalletContext();
  const queryClient = useQueryClient();
  const faucet = useMutation({
    mutationFn: (faucetUrl: string) => requestTestUsdc(faucetUrl, address, usdc),
    // Both balances: the faucet gives a little ETH as well.
    onSuccess: () => Promise.all(["readContract", "balance"].map((key) => queryClient.invalidateQueries({ queryKey: [key] }))),
  });
  const { faucetUrl } = info;
  if (faucetUrl === null) return null;
  return (
    <>
      <Button {...variant} icon={FlaskConical} busy={faucet.isPending} onClick={() => faucet.mutate(faucetUrl)}>
        Get test USDC
      </Button>
      {faucet.isError && <FieldError>{faucet.error.message}</FieldError>}
    </>
  );
}
