import { trpc } from "../../lib/trpc.ts";
import { Text } from "../../ui/typography.tsx";

/** Says calmly that nobody has proven whose wallet it is that a payer's money goes to. */
export function UnprovenWallet({ merchant }: { merchant: string }) {
  return (
    <Text size="note" muted>
      {merchant} has not yet proved this wallet.
    </Text>
  );
}

/** The same about a merchant that is about to be paid, or chosen; nothing while it is proven, or not known. */
export function UnprovenMerchant({ merchantId, name }: { merchantId: string; name: string }) {
  const { data } = trpc.merchant.standing.useQuery({ selectedMerchantId: merchantId });
  return data?.walletProven === false ? <UnprovenWallet merchant={name} /> : null;
}
