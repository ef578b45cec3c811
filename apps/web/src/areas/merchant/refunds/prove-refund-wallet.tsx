import { Suspense } from "react";
import { usePermission } from "../../../kit/permission.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { useProveRefundWallet } from "./use-refunds.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";

// Loaded on demand: the wallet libraries are large, and only merchants who sign need them.
const WalletProof = lazyPart(async () => (await import("../../../features/wallet/payout-wallet-proof.tsx")).PayoutWalletProof);

/**
 * Shown instead of the refund form to a landlord who is paid only at an exchange. Explains why, and lets them prove a wallet of their own.
 */
export function ProveRefundWallet() {
  const prove = useProveRefundWallet();
  const mayAct = usePermission("manager", { whileSuspended: true });
  return (
    <Stack>
      <Alert tone="waiting" title="Prove a wallet to refund from first">
        <p>
          You are paid at an exchange, which sends from wallets of its own, so a refund from there would not count. Connect a wallet that is
          yours alone and sign once. You are still paid where you are now.
        </p>
      </Alert>
      {mayAct && (
        <Suspense fallback={<SkeletonPart />}>
          <WalletProof action="Sign and refund from this wallet" onProven={prove} />
        </Suspense>
      )}
    </Stack>
  );
}
