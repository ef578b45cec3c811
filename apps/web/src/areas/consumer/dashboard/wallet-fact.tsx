import { centsToUsdcUnits, formatUsdc } from "@hearth/domain/money";
import { useOwnBalance } from "../../../features/payments/use-own-balance.ts";
import { WalletAgainst } from "../../../features/payments/wallet-against.tsx";
import { Text } from "../../../ui/typography.tsx";
import styles from "./statement.module.css";

interface WalletFactProps {
  /** What is to be paid next, in cents; null where nothing has been paid or asked for yet. */
  next: number | null;
  /** What that is: what is owed, or the usual payment. */
  isOwed: boolean;
}

/** What the linked wallet holds, and whether it is enough for what is paid next. */
export function WalletFact({ next, isOwed }: WalletFactProps) {
  const balance = useOwnBalance();
  return (
    <>
      <div className={styles.top}>
        <span className={styles.units}>
          {typeof balance === "bigint" ? formatUsdc(balance) : "–"} <Text as="span">USDC</Text>
        </span>
      </div>
      <Text size="note" muted>
        {balance === "none" ? "No wallet is linked yet" : balanceWords(balance, next, isOwed)}
      </Text>
      {typeof balance === "bigint" && next !== null && (
        <WalletAgainst balance={balance} asked={centsToUsdcUnits(next)} label={isOwed ? "what you owe" : "the same again"} />
      )}
    </>
  );
}

function balanceWords(balance: bigint | undefined, next: number | null, isOwed: boolean): string {
  if (balance === undefined || next === null) return "In your wallet";
  const times = balance / centsToUsdcUnits(next);
  if (isOwed) return times === 0n ? "In your wallet, not enough for what you owe" : "In your wallet, enough for what you owe";
  if (times === 0n) return "In your wallet, not enough to pay this again";
  return `In your wallet, enough for ${times} ${times === 1n ? "payment" : "payments"} like this`;
}
