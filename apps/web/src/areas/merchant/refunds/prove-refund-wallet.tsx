import { lazy, Suspense } from "react";
import { usePermission } from "../../../kit/permission.tsx";
import { Alert } from "../../../ui/alert.tsx";
import { SkeletonPart } from "../../../ui/skeleton.tsx";
import { Stack } from "../../../ui/stack.tsx";
import { useProveRefundWallet } from "./use-refunds.ts";

// Wallet code is heavy and is fetched only by those who sign.
const WalletProof = lazy(() =>
  import("../../../features/wallet/payout-wallet-proof.tsx").then(({ PayoutWalletProof: component }) => ({ default: component })),
);

/** Stands where a landlord who is paid at an exchange only would refund: says what is in the way, and lets them prove a wallet of their own. */
export function ProveRefundWallet() {
  const prove = useProveRefundWallet();
  const mayAct = usePermission("manager");
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
