import { TextLink } from "../../kit/links.tsx";
import { trpc } from "../../lib/trpc.ts";
import { Alert } from "../../ui/alert.tsx";

/** What keeps this business from being paid, in plain words; nothing while all is well. `atWallet` is beside the place where the wallet is set up. */
export function BusinessNote({ atWallet = false }: { atWallet?: boolean }) {
  const { data } = trpc.merchant.business.useQuery();
  if (!data) return null;
  if (data.status === "suspended") {
    return (
      <Alert tone="bad" title="This business is suspended">
        New payments cannot be started. What is on its way already is still credited to you. Please contact support.
      </Alert>
    );
  }
  if (data.status === "inactive") {
    return (
      <Alert tone="waiting" title="This business is inactive">
        New payments cannot be started. What is on its way already is still credited to you.
      </Alert>
    );
  }
  if (data.walletAddress !== null || atWallet) return null;
  return (
    <Alert tone="waiting" title="You have not set up your wallet address yet">
      Nobody can pay you until you do.{" "}
      <TextLink size="small" to="/merchant/settings" search={{ tab: "wallet" }}>
        Set up the wallet address
      </TextLink>
    </Alert>
  );
}
