import { useMutation, useQueryClient } from "@tanstack/react-query";
import { FlaskConical } from "lucide-react";
import { requestTestUsdc } from "../../lib/faucet.ts";
import { Button, type ButtonProps } from "../../ui/button.tsx";
import { FieldError } from "../../ui/field.tsx";
import { useWalletContext } from "./wallet-context.ts";

interface TestUsdcButtonProps extends Pick<ButtonProps, "variant" | "size" | "wide"> {
  address: `0x${string}`;
  /** Amount in dollars as a plain decimal. Default: the faucet's usual amount. */
  usdc?: string | undefined;
}

/** Funds a wallet with test USDC on the local network. Renders nothing on other networks. */
export function TestUsdcButton({ address, usdc, ...variant }: TestUsdcButtonProps) {
  const { info } = useWalletContext();
  const queryClient = useQueryClient();
  const faucet = useMutation({
    mutationFn: (faucetUrl: string) => requestTestUsdc(faucetUrl, address, usdc),
    // Both balances: the faucet sends some ETH as well.
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
