import { useNetwork } from "../../../features/payments/use-network.ts";
import { Text } from "../../../ui/typography.tsx";

/** Says when a change of the payout wallet takes effect. Renders nothing for a first wallet, or where changes do not wait. */
export function PayoutWaitNote({ current }: { current: string | null }) {
  const hours = useNetwork()?.payoutChangeHours ?? 0;
  if (current === null || hours === 0) return null;
  return (
    <Text size="note" muted>
      It takes effect after {hours} hours, and you can stop it until then. If you sign with the wallet you have now, it takes effect right
      away.
    </Text>
  );
}
