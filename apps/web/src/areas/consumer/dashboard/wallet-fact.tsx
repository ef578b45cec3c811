import { centsToUsdcUnits, formatUsdc } from "@hearth/domain/money";
import type { ListedPayment } from "../../../features/payments/payment-columns.tsx";
import { useOwnBalance } from "../../../features/payments/use-own-balance.ts";
import { WalletAgainst } from "../../../features/payments/wallet-against.tsx";
import { centsOf } from "../../../kit/cents.ts";
import { Text } from "../../../ui/typography.tsx";
import styles from "./statement.module.css";

/** What the linked wallet holds, and whether it is enough for the usual payment. */
export function WalletFact({ usual }: { usual: ListedPayment | undefined }) {
  const balance = useOwnBalance();
  return (
    <>
      <div className={styles.top}>
        <span className={styles.units}>
          {typeof balance === "bigint" ? formatUsdc(balance) : "–"} <Text as="span">USDC</Text>
        </span>
      </div>
      <Text size="note" muted>
        {balance === "none" ? "No wallet is linked yet" : balanceWords(balance, usual)}
      </Text>
      {typeof balance === "bigint" && usual && (
        <WalletAgainst balance={balance} asked={centsToUsdcUnits(centsOf(usual.amount))} label="the same again" />
      )}
    </>
  );
}

function balanceWords(balance: bigint | undefined, usual: ListedPayment | undefined): string {
  if (balance === undefined || !usual) return "In your wallet";
  const times = balance / centsToUsdcUnits(centsOf(usual.amount));
  if (times === 0n) return "In your wallet, not enough to pay this again";
  return `In your wallet, enough for ${times} ${times === 1n ? "payment" : "payments"} like this`;
}
