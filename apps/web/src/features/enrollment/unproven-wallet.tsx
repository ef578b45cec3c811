import { Text } from "../../ui/typography.tsx";

/** Notes that nobody has proven ownership of the wallet that receives the payment. */
export function UnprovenWallet({ merchant }: { merchant: string }) {
  return (
    <Text size="note" muted>
      {merchant} has not proven this wallet yet.
    </Text>
  );
}
