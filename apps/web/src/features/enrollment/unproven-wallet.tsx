import { Text } from "../../ui/typography.tsx";

/** Says calmly that nobody has proven whose wallet it is that a payer's money goes to. */
export function UnprovenWallet({ merchant }: { merchant: string }) {
  return (
    <Text size="note" muted>
      {merchant} has not yet proved this wallet.
    </Text>
  );
}
