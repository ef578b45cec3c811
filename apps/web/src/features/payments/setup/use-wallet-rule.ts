import { limits } from "@hearth/domain/limits";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { trpc } from "../../../lib/trpc.ts";

const waitMs = limits.walletSetupRedirectSeconds * 1_000;

/**
 * Whether the account can pay: a proven wallet of its own, or a connected exchange account. Without one, or when that cannot be told, it
 * leads to the wallet setup after a second.
 */
export function useWalletRule(comeBackTo: string): "checking" | "connected" | "required" {
  const navigate = useNavigate();
  const wallet = trpc.wallet.status.useQuery(undefined, { refetchOnMount: "always" });
  const isConnected = wallet.data !== undefined && (wallet.data.proven || wallet.data.coinbaseAccountConnected);
  const isRequired = !isConnected && !wallet.isFetching && (wallet.isSuccess || wallet.isError);

  useEffect(() => {
    if (!isRequired) return;
    const timer = setTimeout(() => void navigate({ href: `/smart-wallet-setup?${new URLSearchParams({ from: comeBackTo })}` }), waitMs);
    return () => clearTimeout(timer);
  }, [isRequired, comeBackTo, navigate]);

  if (isConnected) return "connected";
  return isRequired ? "required" : "checking";
}
