import { centsToUsdcUnits, formatUsdc } from "@hearth/domain/money";
import { useOwnBalance } from "../../../features/payments/use-own-balance.ts";
import { WalletAgainst } from "../../../features/payments/wallet-against.tsx";
import { Text } from "../../../ui/typography.tsx";
import styles from "./statement.module.css";
import { nextWords, type WalletFactProps, WalletFactShape } from "./wallet-fact-shape.tsx";

/** Shows the linked wallet's balance, and whether it covers the next payment. */
export function WalletFact({ next, nextIs }: WalletFactProps) {
  const balance = useOwnBalance();
  if (balance === undefined) return <WalletFactShape next={next} nextIs={nextIs} />;
  return (
    <>
      <div className={styles.top}>
        <span className={styles.units}>
          {typeof balance === "bigint" ? formatUsdc(balance) : "–"} <Text as="span">USDC</Text>
        </span>
      </div>
      <Text size="note" muted>
        {balance === "none" ? "No wallet is linked yet" : balanceWords(balance, next, nextIs)}
      </Text>
      {typeof balance === "bigint" && next !== null && (
        <WalletAgainst balance={balance} requestedUnits={centsToUsdcUnits(next)} label={nextWords[nextIs]} />
      )}
    </>
  );
}

function balanceWords(balance: bigint | "unread", next: number | null, nextIs: WalletFactProps["nextIs"]): string {
  if (typeof balance !== "bigint" || next === null) return "In your wallet";
  const times = balance / centsToUsdcUnits(next);
  if (nextIs !== "usual") return `In your wallet, ${times === 0n ? "not enough" : "enough"} for ${nextWords[nextIs]}`;
  if (times === 0n) return "In your wallet, not enough to pay this again";
  return `In your wallet, enough for ${times} ${times === 1n ? "payment" : "payments"} like this`;
}
